import { getEmptying, type Progress } from '@coffer/contract/trash'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

/** How far the emptying of the trash is; null when none is under way. */
export const emptyingQuery = queryOptions({
  queryKey: ['trash', 'emptying'],
  queryFn: async ({ signal }): Promise<Progress | null> =>
    (await api(getEmptying, {}, { signal })).data,
  // Where no event arrives, the list tells by itself.
  refetchInterval: ({ state }) => (state.data ? 5_000 : false),
})
