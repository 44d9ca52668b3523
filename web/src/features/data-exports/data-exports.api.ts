import {
  createDataExport,
  deleteDataExport,
  downloadDataExport,
  getDataExport,
} from '@coffer/contract/data-exports'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import i18next from 'i18next'
import { api, urlOf } from '../../lib/api.ts'
import { startDownload } from '../../lib/start-download.ts'
import { confirmPopup, failurePopup } from '../../ui/popups/popups.ts'

/** Polling interval in ms while an export is created, for pages without a live connection. */
const POLL_MS = 3000

export const dataExportQuery = queryOptions({
  queryKey: ['data-export'],
  queryFn: async ({ signal }) => (await api(getDataExport, {}, { signal })).data,
  refetchInterval: ({ state: { data } }) =>
    data?.attributes.state === 'creating' ? POLL_MS : false,
})

export const downloadExport = (): void => startDownload(urlOf(downloadDataExport))

type Reauthentication = Parameters<typeof api<typeof createDataExport>>[1]['body']

export function useDataExportCalls() {
  const queries = useQueryClient()
  const refresh = () => queries.invalidateQueries(dataExportQuery)
  const remove = async () => {
    await api(deleteDataExport, {}).catch(failurePopup)
    await refresh()
  }
  return {
    refresh,
    create: async (body: Reauthentication): Promise<void> => {
      const { data } = await api(createDataExport, { body })
      queries.setQueryData(dataExportQuery.queryKey, data)
    },
    cancel: remove,
    /** Deletes the export after confirmation. */
    remove: async () => {
      const agreed = await confirmPopup({
        title: i18next.t('data_export.remove_title'),
        message: i18next.t('data_export.remove_text'),
        confirm: i18next.t('data_export.remove'),
        danger: true,
      })
      if (agreed) await remove()
    },
  }
}
