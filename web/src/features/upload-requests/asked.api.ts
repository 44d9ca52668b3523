import {
  finishRequest,
  getReceipt,
  openRequest,
  removeItems,
  renameItem,
} from '@coffer/contract/request-guests'
import { infiniteQueryOptions, queryOptions, useQueryClient } from '@tanstack/react-query'
import { ApiError, api } from '../../lib/api.ts'

const ASKED = 'asked'
const LOOK_AGAIN_MS = 30_000
const HASHES_MS = 2_000

/** What a link asks for. Looked at again now and then, as it may be closed meanwhile. */
export const askedQuery = (token: string) =>
  queryOptions({
    queryKey: [ASKED, token, 'facts'],
    queryFn: async ({ signal }) => (await api(openRequest, { params: { token } }, { signal })).data,
    refetchInterval: LOOK_AGAIN_MS,
    retry: (failures, error) =>
      !(error instanceof ApiError && error.status === 404) && failures < 2,
  })

/** What this browser has sent; once it is closed, until every hash is there. */
export const receiptQuery = (token: string, isClosed: boolean) =>
  infiniteQueryOptions({
    queryKey: [ASKED, token, 'receipt'],
    queryFn: async ({ pageParam, signal }) =>
      await api(getReceipt, { params: { token }, query: { page: pageParam } }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ meta: { paginate } }) =>
      paginate.currentPage < paginate.lastPage ? paginate.currentPage + 1 : undefined,
    refetchInterval: ({ state }) =>
      isClosed && state.data?.pages.some(page => !page.meta.is_complete) ? HASHES_MS : false,
  })

/** What a guest does with what he sent. What the server refuses is thrown. */
export function useAskedCalls(token: string) {
  const queries = useQueryClient()
  const refresh = () => queries.invalidateQueries({ queryKey: [ASKED, token] })
  const after = async (work: Promise<unknown>) => {
    try {
      await work
    } finally {
      await refresh()
    }
  }
  return {
    refresh,
    remove: (id: string) =>
      after(api(removeItems, { params: { token }, body: { items: [{ id, type: 'file' }] } })),
    rename: (id: string, name: string) =>
      after(api(renameItem, { params: { token, id }, body: { name, type: 'file' } })),
    finish: (email: string | null) =>
      after(api(finishRequest, { params: { token }, body: { email } })),
  }
}
