import type { Item } from '@coffer/contract/items'
import {
  deleteVersion,
  listVersions,
  restoreVersion,
  type Version,
} from '@coffer/contract/versions'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import i18next from 'i18next'
import { api } from '../../lib/api.ts'
import type { ItemCache } from '../../lib/item-changes.ts'
import { confirmPopup, failurePopup } from '../../ui/popups/popups.ts'
import { successToast } from '../../ui/toasts/toasts.ts'
import { doneToast } from '../../ui/toasts/undo.ts'

const VERSIONS = 'versions'

/** Loads the versions of a file, and again when the file changes. */
export const versionsQuery = ({ id, attributes }: Item) =>
  queryOptions({
    queryKey: [VERSIONS, id, attributes.updated_at, attributes.versions],
    queryFn: async ({ signal }) => (await api(listVersions, { params: { id } }, { signal })).data,
    placeholderData: before => before,
  })

/** Actions for a version. `date` is the formatted date that the messages contain. */
export function useVersionActions(item: Item, cache: Pick<ItemCache, 'patch' | 'refresh'>) {
  const queries = useQueryClient()
  const settle = async (changed: Item) => {
    cache.patch(item.id, () => changed)
    await Promise.all([
      queries.invalidateQueries({ queryKey: [VERSIONS, item.id] }),
      cache.refresh(),
    ])
  }

  async function restoreById(versionId: string): Promise<string | null> {
    const params = { id: item.id, version: versionId }
    const { data, meta } = await api(restoreVersion, { params })
    await settle(data)
    return meta.version_id
  }

  return {
    restore: async (version: Version, date: string) => {
      try {
        const before = await restoreById(version.id)
        doneToast(
          i18next.t('versions.restored', { date }),
          before ? () => restoreById(before) : null,
        )
      } catch (error) {
        failurePopup(error)
      }
    },
    remove: async (version: Version, date: string) => {
      const confirmed = await confirmPopup({
        title: i18next.t('versions.delete_title'),
        message: i18next.t('versions.delete_text', { date }),
        confirm: i18next.t('versions.delete_confirm'),
        danger: true,
      })
      if (!confirmed) return
      try {
        const params = { id: item.id, version: version.id }
        const { data } = await api(deleteVersion, { params })
        await settle(data)
        successToast(i18next.t('versions.deleted'))
      } catch (error) {
        failurePopup(error)
      }
    },
  }
}
