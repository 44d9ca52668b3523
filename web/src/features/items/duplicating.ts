import { browseAncestors } from '@coffer/contract/browse'
import { copyItems, type Item, type ItemRef } from '@coffer/contract/items'
import i18next from 'i18next'
import { api } from '../../lib/api.ts'
import type { ItemCache } from '../../lib/item-changes.ts'
import { failurePopup } from '../../ui/popups/popups.ts'
import { doneToast } from '../../ui/toasts/undo.ts'
import { batchesOf, refsOf, trashItems } from './transfers.ts'

/** Duplicates items in their own folders. */
export async function duplicate(cache: ItemCache, items: readonly Item[]): Promise<void> {
  if (items.length === 0) return
  const created: ItemRef[] = []
  try {
    for (const [to_id, siblings] of groupByFolder(items))
      for (const batch of batchesOf(siblings)) {
        const body = { to_id, items: refsOf(batch), on_conflict: 'rename' } as const
        const { meta } = await api(copyItems, { body })
        created.push(...meta.created)
      }
    doneToast(await duplicatedText(items), () => trashItems(cache, created))
  } catch (error) {
    failurePopup(error)
  } finally {
    await cache.refresh()
  }
}

const groupByFolder = (items: readonly Item[]): Map<string | null, Item[]> =>
  Map.groupBy(items, item => item.attributes.parent_id)

/** Names the folder of the copies when it is only one; a list across folders has to load it. */
async function duplicatedText(items: readonly Item[]): Promise<string> {
  const count = items.length
  const [first] = items
  const isSameFolder = groupByFolder(items).size === 1
  const folder = first && isSameFolder ? await nameOfFolder(first).catch(() => null) : null
  return folder
    ? i18next.t('actions.copied', { count, folder })
    : i18next.t('actions.duplicated', { count })
}

async function nameOfFolder({ id, attributes }: Item): Promise<string | undefined> {
  if (attributes.parent_id === null) return i18next.t('places.files')
  const { data } = await api(browseAncestors, { params: { id } })
  return data.at(-1)?.name
}
