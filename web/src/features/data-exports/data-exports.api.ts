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

/** Where no channel tells how far it is. */
const LOOK_AGAIN_MS = 3000

export const dataArchiveQuery = queryOptions({
  queryKey: ['data-export'],
  queryFn: async ({ signal }) => (await api(getDataExport, {}, { signal })).data,
  refetchInterval: ({ state: { data } }) =>
    data?.attributes.state === 'making' ? LOOK_AGAIN_MS : false,
})

export const fetchArchive = (): void => startDownload(urlOf(downloadDataExport))

type Reauthentication = Parameters<typeof api<typeof createDataExport>>[1]['body']

export function useArchiveCalls() {
  const queries = useQueryClient()
  const refresh = () => queries.invalidateQueries(dataArchiveQuery)
  const remove = async () => {
    await api(deleteDataExport, {}).catch(failurePopup)
    await refresh()
  }
  return {
    refresh,
    make: async (body: Reauthentication): Promise<void> => {
      const { data } = await api(createDataExport, { body })
      queries.setQueryData(dataArchiveQuery.queryKey, data)
    },
    giveUp: remove,
    /** Asks first. */
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
