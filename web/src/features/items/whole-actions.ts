import { removeItems, restoreItems } from '@coffer/contract/trash'
import i18next from 'i18next'
import { api } from '../../lib/api.ts'
import type { ItemCache } from '../../lib/item-changes.ts'
import { failurePopup, progressPopup } from '../../ui/popups/popups.ts'
import { doneToast } from './undo.ts'

/** A list that is too long to be told item by item. */
export interface Whole {
  folderId: string | null
  except: ReadonlySet<string>
  count: number
}

/** Into the trash at once, however much it is; the toast's button brings just that back. */
export async function moveWholeToTrash(cache: ItemCache, whole: Whole): Promise<void> {
  const { t } = i18next
  const done = progressPopup({
    title: t('sets.removing', { count: whole.count }),
    message: t('sets.wait'),
  })
  try {
    const all_in = { folder_id: whole.folderId, except: [...whole.except] }
    const { meta } = await api(removeItems, { body: { all_in } })
    const { removed_at } = meta
    if (removed_at)
      doneToast(t('files.trashed', { count: meta.changed }), async () => {
        await api(restoreItems, { body: { all_in: { removed_at } } })
        await cache.refresh()
      })
  } catch (error) {
    failurePopup(error)
  } finally {
    done()
    void cache.refresh()
  }
}
