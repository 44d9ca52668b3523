import { getSettings, updateSettings } from '@coffer/contract/settings'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { refreshConfig } from '../../lib/refresh-config.ts'

export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: async ({ signal }) => (await api(getSettings, {}, { signal })).data,
})

type SettingsChange = Parameters<typeof api<typeof updateSettings>>[1]['body']

/** Saves settings, and applies those that pages use to this one. */
export async function saveSettings(queries: QueryClient, body: SettingsChange): Promise<void> {
  await api(updateSettings, { body })
  await refreshSettings(queries)
}

/** Loads the settings as they are saved now. @throws ApiError */
export const loadSettings = (queries: QueryClient) =>
  queries.fetchQuery({ ...settingsQuery, staleTime: 0 })

/** Reads the saved settings again, after a call that changed some. */
export async function refreshSettings(queries: QueryClient): Promise<void> {
  await Promise.all([
    refreshConfig(),
    queries.invalidateQueries({ queryKey: settingsQuery.queryKey }),
  ])
}
