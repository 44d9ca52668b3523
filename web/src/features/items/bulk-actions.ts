import type { Item } from '@coffer/contract/items'
import { restoreItems } from '@coffer/contract/trash'
import i18next from 'i18next'
import { api } from '../../lib/api.ts'
import { BATCH_SIZE, type ItemCache } from '../../lib/item-changes.ts'
import { failurePopup, progressPopup } from '../../ui/popups/popups.ts'
import { doneToast, requireUndone } from '../../ui/toasts/undo.ts'
import type { ItemSelection } from './use-selection.ts'

/** A bulk selection: everything in a folder except some items. */
export interface AllInFolder {
  folderId: string | null
  except: ReadonlySet<string>
  count: number
}

/**
 * The items of an action, or a bulk selection. With a bulk selection, `items` are only the loaded
 * ones.
 */
export interface ItemsOrAll {
  items: readonly Item[]
  bulk: AllInFolder | null
}

/** The server's limit for exceptions in one call. */
const MAX_EXCEPTIONS = 1000

/**
 * Returns a bulk selection when the list is not fully loaded or too long for one call, otherwise
 * null.
 */
export function unloadedSelection({
  bulk: selection,
  count,
  items,
}: Pick<ItemSelection, 'bulk' | 'count' | 'items'>): AllInFolder | null {
  const isShort = items.length >= count && count <= BATCH_SIZE
  return !selection || isShort || selection.except.size > MAX_EXCEPTIONS
    ? null
    : { ...selection, count }
}

/** Whether an item of a folder is in a bulk selection. */
export const isCovered = (
  selection: AllInFolder | null,
  folderId: string | null,
  id: string,
): boolean => selection !== null && selection.folderId === folderId && !selection.except.has(id)

/**
 * Runs a bulk action with an optional progress popup, and refreshes the lists afterwards even if it
 * fails.
 */
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

/** Moves a bulk selection to the trash in one call; the toast can undo it. */
export const trashAll = (cache: ItemCache, selection: AllInFolder): Promise<void> =>
  runBulkAction(cache, async showProgress => {
    showProgress(i18next.t('bulk.removing', { count: selection.count }))
    const select_all_in = { folder_id: selection.folderId, except: [...selection.except] }
    const { meta } = await api(cache.scope.removeItems, { body: { select_all_in } })
    const { removed_at, removed_from } = meta
    if (!removed_at) return
    const restore = async () => {
      const { meta } = await api(restoreItems, {
        body: { select_all_in: { removed_at, removed_from } },
      })
      await cache.refresh()
      requireUndone(meta)
    }
    const text = i18next.t('files.trashed', { count: meta.changed })
    doneToast(text, cache.scope.guest ? null : restore)
  })
