import type { Item } from '@coffer/contract/items'
import { restoreItems } from '@coffer/contract/trash'
import i18next from 'i18next'
import { api } from '../../lib/api.ts'
import { BATCH_SIZE, type ItemCache } from '../../lib/item-changes.ts'
import { failurePopup, progressPopup } from '../../ui/popups/popups.ts'
import { doneToast } from '../../ui/toasts/undo.ts'
import type { ItemSelection } from './use-selection.ts'

/** Everything in a folder, told as a set. */
export interface AllInFolder {
  folderId: string | null
  except: ReadonlySet<string>
  count: number
}

/** What is taken somewhere: item by item, or as a set, of which the items are those that are loaded. */
export interface ItemsOrAll {
  items: readonly Item[]
  whole: AllInFolder | null
}

/** What the server takes as exceptions in one call. */
const MOST_EXCEPTIONS = 1000

/** Everything in a list that is not all loaded, or too long for one call: told as a set in one. */
export function unloadedSelection({
  whole,
  count,
  items,
}: Pick<ItemSelection, 'whole' | 'count' | 'items'>): AllInFolder | null {
  const isShort = items.length >= count && count <= BATCH_SIZE
  return !whole || isShort || whole.except.size > MOST_EXCEPTIONS ? null : { ...whole, count }
}

/** Whether an item of a folder is one of a set. */
export const isCovered = (
  whole: AllInFolder | null,
  folderId: string | null,
  id: string,
): boolean => whole !== null && whole.folderId === folderId && !whole.except.has(id)

/** Shows what takes long as soon as it says so, and whatever becomes of it looks at the lists again. */
export async function runBulkAction(
  cache: ItemCache,
  work: (showProgress: (title: string) => void) => Promise<void>,
): Promise<void> {
  let done = () => {}
  try {
    await work(title => {
      done = progressPopup({ title, message: i18next.t('bulk.wait') })
    })
  } catch (error) {
    failurePopup(error)
  } finally {
    done()
    void cache.refresh()
  }
}

/** Into the trash at once, however much it is; the toast's button brings just that back. */
export const trashAll = (cache: ItemCache, whole: AllInFolder): Promise<void> =>
  runBulkAction(cache, async showProgress => {
    showProgress(i18next.t('bulk.removing', { count: whole.count }))
    const select_all_in = { folder_id: whole.folderId, except: [...whole.except] }
    const { meta } = await api(cache.scope.removeItems, { body: { select_all_in } })
    const { removed_at } = meta
    if (!removed_at) return
    const bringBack = async () => {
      await api(restoreItems, { body: { select_all_in: { removed_at } } })
      await cache.refresh()
    }
    const words = i18next.t('files.trashed', { count: meta.changed })
    doneToast(words, cache.scope.guest ? null : bringBack)
  })
