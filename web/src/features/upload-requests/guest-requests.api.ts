import { finishRequest, getReceipt, openRequest } from '@coffer/contract/guest-upload-requests'
import { infiniteQueryOptions, queryOptions, useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { LINK, SHARING } from '../../lib/closed-link.ts'

const LOOK_AGAIN_MS = 30_000
const HASHES_MS = 2_000

/** What a link asks for. Looked at again now and then, as it may be closed meanwhile. */
export const requestQuery = (token: string) =>
  queryOptions({
    queryKey: [...LINK, 'request', token],
    queryFn: async ({ signal }) => (await api(openRequest, { params: { token } }, { signal })).data,
    staleTime: 0,
    refetchInterval: LOOK_AGAIN_MS,
  })

/** What this browser has sent, asked for until every hash is there. */
export const receiptQuery = (token: string) =>
  infiniteQueryOptions({
    queryKey: [SHARING, 'receipt', token],
    queryFn: async ({ pageParam, signal }) =>
      await api(getReceipt, { params: { token }, query: { page: pageParam } }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ meta: { paginate } }) =>
      paginate.currentPage < paginate.lastPage ? paginate.currentPage + 1 : undefined,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(page => !page.meta.is_complete) ? HASHES_MS : false,
  })

/** Says that everything was sent. What the server refuses is thrown. */
export function useFinish(token: string): (email: string | null) => Promise<void> {
  const queries = useQueryClient()
  return async email => {
    try {
      const { data } = await api(finishRequest, { params: { token }, body: { email } })
      queries.setQueryData(requestQuery(token).queryKey, data)
    } catch (error) {
      // Somebody else may have been quicker.
      void queries.invalidateQueries({ queryKey: LINK })
      throw error
    }
  }
}
