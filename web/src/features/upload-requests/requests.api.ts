import type { Request } from '@coffer/contract'
import {
  closeUploadRequest,
  createUploadRequest,
  listUploadRequests,
  type UploadRequest,
  updateUploadRequest,
} from '@coffer/contract/upload-requests'
import { infiniteQueryOptions, queryOptions, useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { UPLOAD_REQUESTS } from '../../lib/query-keys.ts'

type NewRequest = Request<typeof createUploadRequest>['body']
type RequestChange = Request<typeof updateUploadRequest>['body']

export const requestsQuery = infiniteQueryOptions({
  queryKey: [UPLOAD_REQUESTS],
  queryFn: async ({ pageParam, signal }) =>
    await api(listUploadRequests, { query: { page: pageParam } }, { signal }),
  initialPageParam: 1,
  getNextPageParam: ({ meta: { paginate } }) =>
    paginate.currentPage < paginate.lastPage ? paginate.currentPage + 1 : undefined,
})

/** The upload request of a folder: an open one if there is one, otherwise the newest. */
export const folderRequestQuery = (folderId: string) =>
  queryOptions({
    queryKey: [UPLOAD_REQUESTS, folderId],
    queryFn: ({ signal }) =>
      api(listUploadRequests, { query: { folder_id: folderId, per_page: 1 } }, { signal }),
    select: ({ data: [request] }) => request ?? null,
  })

/** Calls that create, change and close upload requests. Server errors are thrown. */
export function useRequestCalls() {
  const queries = useQueryClient()
  const refresh = () => queries.invalidateQueries({ queryKey: [UPLOAD_REQUESTS] })
  return {
    create: async (body: NewRequest): Promise<UploadRequest> => {
      const { data } = await api(createUploadRequest, { body })
      await refresh()
      return data
    },
    update: async (id: string, body: RequestChange): Promise<UploadRequest> => {
      const { data } = await api(updateUploadRequest, { params: { id }, body })
      await refresh()
      return data
    },
    close: async (id: string): Promise<void> => {
      await api(closeUploadRequest, { params: { id } })
      await refresh()
    },
  }
}
