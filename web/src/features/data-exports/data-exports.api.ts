import {
  downloadDataArchive,
  getDataArchive,
  makeDataArchive,
  removeDataArchive,
} from '@coffer/contract/data-exports'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import i18next from 'i18next'
import { api, urlOf } from '../../lib/api.ts'
import { startDownload } from '../../lib/start-download.ts'
import { confirmPopup, failurePopup } from '../../ui/popups/popups.ts'

/** Where no channel tells how far it is. */
const LOOK_AGAIN_MS = 3000

export const dataArchiveQuery = queryOptions({
  queryKey: ['data-archive'],
  queryFn: async ({ signal }) => (await api(getDataArchive, {}, { signal })).data,
  refetchInterval: ({ state: { data } }) =>
    data?.attributes.state === 'making' ? LOOK_AGAIN_MS : false,
})

export const fetchArchive = (): void => startDownload(urlOf(downloadDataArchive))

type Proof = Parameters<typeof api<typeof makeDataArchive>>[1]['body']

export function useArchiveCalls() {
  const queries = useQueryClient()
  const refresh = () => queries.invalidateQueries(dataArchiveQuery)
  const remove = async () => {
    await api(removeDataArchive, {}).catch(failurePopup)
    await refresh()
  }
  return {
    refresh,
    make: async (body: Proof): Promise<void> => {
      const { data } = await api(makeDataArchive, { body })
      queries.setQueryData(dataArchiveQuery.queryKey, data)
    },
    giveUp: remove,
    /** Asks first. */
    remove: async () => {
      const agreed = await confirmPopup({
        title: i18next.t('archive.remove_title'),
        message: i18next.t('archive.remove_text'),
        confirm: i18next.t('archive.remove'),
        danger: true,
      })
      if (agreed) await remove()
    },
  }
}
