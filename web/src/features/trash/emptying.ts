import { getEmptying, type Progress } from '@coffer/contract/trash'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

/** The progress of emptying the trash; null when none is running. */
export const emptyingQuery = queryOptions({
  queryKey: ['trash', 'emptying'],
  queryFn: async ({ signal }): Promise<Progress | null> =>
    (await api(getEmptying, {}, { signal })).data,
  // Polling for pages without a live connection.
  refetchInterval: ({ state }) => (state.data ? 5_000 : false),
})
