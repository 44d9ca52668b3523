import { browseAncestors } from '@coffer/contract/browse'
import { copyItems, type Item, type ItemRef } from '@coffer/contract/items'
import i18next from 'i18next'
import { api } from '../../lib/api.ts'
import type { ItemCache } from '../../lib/item-changes.ts'
import { failurePopup } from '../../ui/popups/popups.ts'
import { doneToast } from '../../ui/toasts/undo.ts'
import { batchesOf, refsOf, removeAgain } from './transfers.ts'

/** Copies beside what they are copies of, in whatever folders that lies. */
export async function duplicate(cache: ItemCache, items: readonly Item[]): Promise<void> {
  if (items.length === 0) return
  const created: ItemRef[] = []
  try {
    for (const [to_id, siblings] of siblingsOf(items))
      for (const some of batchesOf(siblings)) {
        const body = { to_id, items: refsOf(some), on_conflict: 'rename' } as const
        const { meta } = await api(copyItems, { body })
        created.push(...meta.created)
      }
    doneToast(await duplicatedText(items), () => removeAgain(cache, created))
  } catch (error) {
    failurePopup(error)
  } finally {
    await cache.refresh()
  }
}

const siblingsOf = (items: readonly Item[]): Map<string | null, Item[]> =>
  Map.groupBy(items, item => item.attributes.parent_id)

/** Says where the copies are; one folder by its name, which a list across folders doesn't know. */
async function duplicatedText(items: readonly Item[]): Promise<string> {
  const count = items.length
  const [first] = items
  const isOne = siblingsOf(items).size === 1
  const folder = first && isOne ? await nameOfFolder(first).catch(() => null) : null
  return folder
    ? i18next.t('actions.copied', { count, folder })
    : i18next.t('actions.duplicated', { count })
}

async function nameOfFolder({ id, attributes }: Item): Promise<string | undefined> {
  if (attributes.parent_id === null) return i18next.t('places.files')
  const { data } = await api(browseAncestors, { params: { id } })
  return data.at(-1)?.name
}
