import { Skeleton } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ComponentProps, ReactNode } from 'react'
import { FactList } from './fact-list.tsx'
import classes from './list-card.module.css'
import { PartFailure } from './part-failure.tsx'
import { SectionCard } from './section-card.tsx'

interface ListCardProps<Entry> extends ComponentProps<typeof SectionCard> {
  query: UseQueryResult<Entry[]>
  renderEntry: (entry: Entry) => ReactNode
  /** Text shown while the list is empty. */
  emptyText?: string | false
}

/** A settings card with a list of things of the account. */
export function ListCard<Entry>({
  query,
  renderEntry,
  emptyText,
  children,
  ...card
}: ListCardProps<Entry>) {
  const { data: entries, isError, refetch } = query
  return (
    <SectionCard {...card}>
      {isError ? (
        <PartFailure retry={refetch} />
      ) : !entries ? (
        <Skeleton height={40} aria-busy />
      ) : entries.length > 0 ? (
        <FactList label={card.title}>{entries.map(renderEntry)}</FactList>
      ) : (
        emptyText && <p className={classes.empty}>{emptyText}</p>
      )}
      {children}
    </SectionCard>
  )
}
