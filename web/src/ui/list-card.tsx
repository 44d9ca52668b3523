import { Skeleton } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ComponentProps, ReactNode } from 'react'
import { FactLines } from './fact-lines.tsx'
import classes from './list-card.module.css'
import { PartFailure } from './part-failure.tsx'
import { SectionCard } from './section-card.tsx'

interface ListCardProps<Thing> extends ComponentProps<typeof SectionCard> {
  query: UseQueryResult<Thing[]>
  line: (thing: Thing) => ReactNode
  /** What stands there while there is nothing to list. */
  none?: string | false
}

/** A subject of a page of settings that is a list of things somebody has. */
export function ListCard<Thing>({ query, line, none, children, ...card }: ListCardProps<Thing>) {
  const { data: things, isError, refetch } = query
  return (
    <SectionCard {...card}>
      {isError ? (
        <PartFailure retry={refetch} />
      ) : !things ? (
        <Skeleton height={40} aria-busy />
      ) : things.length > 0 ? (
        <FactLines label={card.title}>{things.map(line)}</FactLines>
      ) : (
        none && <p className={classes.none}>{none}</p>
      )}
      {children}
    </SectionCard>
  )
}
