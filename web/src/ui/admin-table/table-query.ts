import type { Endpoint, Request } from '@coffer/contract'
import { keepPreviousData, type QueryKey, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import type { TableRequest } from './table-search.ts'

/** The rows of a table; the page before stays visible while the next one loads. */
export const tableQuery = <E extends Endpoint>(
  key: QueryKey,
  endpoint: E,
  request: TableRequest,
  params?: Record<string, string>,
) =>
  queryOptions({
    queryKey: [...key, request],
    queryFn: ({ signal }) => {
      const parts = { query: request, ...(params && { params }) } as Request<E>
      return api(endpoint, parts, { signal })
    },
    placeholderData: keepPreviousData,
  })
