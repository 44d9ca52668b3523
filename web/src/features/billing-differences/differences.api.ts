import { listDifferences, resolveDifference } from '@coffer/contract/billing-differences'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { tableQuery } from '../../ui/admin-table/table-query.ts'
import type { TableRequest } from '../../ui/admin-table/table-search.ts'

/** All queries about differences. */
const DIFFERENCES = 'billing-differences'

export const differencesQuery = (request: TableRequest) =>
  tableQuery([DIFFERENCES, 'list'], listDifferences, request)

/** How many differences are open. */
export const openDifferencesQuery = queryOptions({
  queryKey: [DIFFERENCES, 'count'],
  queryFn: async ({ signal }) => {
    const query = { state: 'open', per_page: 1 } as never
    return (await api(listDifferences, { query }, { signal })).meta.paginate.total
  },
  staleTime: 60_000,
})

export async function resolve(queries: QueryClient, id: string, reason: string): Promise<void> {
  await api(resolveDifference, { params: { id }, body: { reason } })
  await queries.invalidateQueries({ queryKey: [DIFFERENCES] })
}
