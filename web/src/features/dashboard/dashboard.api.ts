import { getDashboard } from '@coffer/contract/dashboard'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

const REFRESH_MS = 60_000

export const dashboardQuery = queryOptions({
  queryKey: ['admin', 'dashboard'],
  queryFn: async ({ signal }) => (await api(getDashboard, {}, { signal })).data,
  refetchInterval: REFRESH_MS,
})
