import { Button } from '@mantine/core'
import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { PartFailure } from './part-failure.tsx'

interface ListRestProps {
  query: Pick<
    UseInfiniteQueryResult,
    | 'isError'
    | 'isFetchNextPageError'
    | 'hasNextPage'
    | 'isFetchingNextPage'
    | 'fetchNextPage'
    | 'refetch'
  >
  /** Label of the button that loads more. */
  label: string
  className?: string | undefined
}

/** The end of a partly loaded list: a button for more, or the error. */
export function ListRest({ query, label, className }: ListRestProps) {
  if (query.isError)
    return <PartFailure retry={query.isFetchNextPageError ? query.fetchNextPage : query.refetch} />
  if (!query.hasNextPage) return null
  return (
    <Button
      variant="default"
      className={className}
      loading={query.isFetchingNextPage}
      onClick={() => void query.fetchNextPage()}
    >
      {label}
    </Button>
  )
}
