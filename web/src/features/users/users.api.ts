import type { Request } from '@coffer/contract'
import { exportUsers } from '@coffer/contract/admin-user-tasks'
import { type AdminUserDetail, getUserDetail, listUsers } from '@coffer/contract/admin-users'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { tableQuery } from '../../ui/admin-table/table-query.ts'
import type { TableRequest } from '../../ui/admin-table/table-search.ts'
import { downloadFile } from '../../ui/download-file.ts'

/** All queries about users; a change of one refetches those that are shown. */
export const USERS = 'admin-users'

export const usersQuery = (request: TableRequest) => tableQuery([USERS, 'list'], listUsers, request)

export const userDetailQuery = (id: string) =>
  queryOptions({
    queryKey: [USERS, 'detail', id],
    queryFn: async ({ signal }): Promise<AdminUserDetail> =>
      (await api(getUserDetail, { params: { id } }, { signal })).data,
  })

/** Counts all users that the filters of the list match. */
export async function countUsers(request: TableRequest): Promise<number> {
  const query = { ...request, page: 1, per_page: 1, exact: 'true' } as Request<
    typeof listUsers
  >['query']
  return (await api(listUsers, { query })).meta.paginate.total
}

/** Downloads some users as CSV. */
export const exportSome = (ids: readonly string[]): Promise<void> =>
  downloadFile(exportUsers, { query: { ids: ids.join(',') } })
