import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import { ApiError } from '../../lib/api.ts'
import { usePageTitle } from '../../lib/document-title.ts'
import { PageHeader, type PageParent } from '../../ui/page-header.tsx'
import { PartFailure } from '../../ui/part-failure.tsx'
import { useNarrowScreen } from '../../ui/screen.ts'
import { NotFound } from '../not-found.tsx'
import classes from './document-frame.module.css'

interface DocumentFrameProps {
  title: string
  parent: PageParent
  /** Buttons of the header, which are below it on narrow screens. */
  actions?: ReactNode
  /** Buttons that submit or leave a form, in the header on all screens. */
  submit?: ReactNode
  children: ReactNode
}

/** A page about one document type or subcategory. */
export function DocumentFrame({ title, parent, actions, submit, children }: DocumentFrameProps) {
  const isNarrow = useNarrowScreen()
  usePageTitle(title || parent.label)
  return (
    <div className={classes.page}>
      <PageHeader title={title} parent={parent}>
        {!isNarrow && actions}
        {submit}
      </PageHeader>
      <div className={classes.content}>
        {isNarrow && actions && <div className={classes.actions}>{actions}</div>}
        {children}
      </div>
    </div>
  )
}

interface LoadedProps<T> {
  query: { data: T | undefined; error: unknown; refetch: () => unknown }
  children: (data: T) => ReactNode
}

/** Shows content once it is loaded. */
export function Loaded<T>({ query: { data, error, refetch }, children }: LoadedProps<T>) {
  if (data !== undefined) return children(data)
  if (error instanceof ApiError && error.status === 404) return <NotFound />
  if (error) return <PartFailure retry={refetch} />
  return (
    <div className={classes.skeletons} aria-busy="true">
      <Skeleton height={140} radius={12} />
      <Skeleton height={260} radius={12} />
    </div>
  )
}
