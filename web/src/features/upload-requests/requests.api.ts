import type { Request } from '@coffer/contract'
import {
  closeUploadRequest,
  createUploadRequest,
  listUploadRequests,
  type UploadRequest,
} from '@coffer/contract/upload-requests'
import { infiniteQueryOptions, useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

const REQUESTS = 'upload-requests'

export type NewRequest = Request<typeof createUploadRequest>['body']

export const requestsQuery = infiniteQueryOptions({
  queryKey: [REQUESTS],
  queryFn: async ({ pageParam, signal }) =>
    await api(listUploadRequests, { query: { page: pageParam } }, { signal }),
  initialPageParam: 1,
  getNextPageParam: ({ meta: { paginate } }) =>
    paginate.currentPage < paginate.lastPage ? paginate.currentPage + 1 : undefined,
})

/** Making and closing requests. What the server refuses is thrown. */
export function useRequestCalls() {
  const queries = useQueryClient()
  const refresh = () => queries.invalidateQueries({ queryKey: [REQUESTS] })
  return {
    create: async (body: NewRequest): Promise<UploadRequest> => {
      const { data } = await api(createUploadRequest, { body })
      await refresh()
      return data
    },
    close: async (id: string): Promise<void> => {
      await api(closeUploadRequest, { params: { id } })
      await refresh()
    },
  }
}
