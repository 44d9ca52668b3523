import { finishRequest, getReceipt, openRequest } from '@coffer/contract/guest-upload-requests'
import { infiniteQueryOptions, queryOptions, useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { LINK, SHARING } from '../../lib/closed-link.ts'

const POLL_MS = 30_000
const HASH_POLL_MS = 2_000

/** The upload request of a link, polled because it may be closed. */
export const requestQuery = (token: string) =>
  queryOptions({
    queryKey: [...LINK, 'request', token],
    queryFn: async ({ signal }) => (await api(openRequest, { params: { token } }, { signal })).data,
    staleTime: 0,
    refetchInterval: POLL_MS,
  })

/** The files that this browser has sent, polled until every hash is computed. */
export const receiptQuery = (token: string) =>
  infiniteQueryOptions({
    queryKey: [SHARING, 'receipt', token],
    queryFn: async ({ pageParam, signal }) =>
      await api(getReceipt, { params: { token }, query: { page: pageParam } }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ meta: { paginate } }) =>
      paginate.currentPage < paginate.lastPage ? paginate.currentPage + 1 : undefined,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(page => !page.meta.is_complete) ? HASH_POLL_MS : false,
  })

/** Returns a function that finishes the request. Server errors are thrown. */
export function useFinish(token: string): (email: string | null) => Promise<void> {
  const queries = useQueryClient()
  return async email => {
    try {
      const { data } = await api(finishRequest, { params: { token }, body: { email } })
      queries.setQueryData(requestQuery(token).queryKey, data)
    } catch (error) {
      // The request may have been closed meanwhile.
      void queries.invalidateQueries({ queryKey: LINK })
      throw error
    }
  }
}
