import { getServerStatus } from '@coffer/contract/server-status'
import { queryOptions } from '@tanstack/react-query'
import { api } from './api.ts'

/** State of the server, of which the settings and the status page show parts. */
export const serverStatusQuery = queryOptions({
  queryKey: ['admin', 'server-status'],
  queryFn: async ({ signal }) => (await api(getServerStatus, {}, { signal })).data,
})
