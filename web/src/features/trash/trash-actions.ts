import type { Item } from '@coffer/contract/items'
import { emptyTrash, type Progress, removeItems, restoreItems } from '@coffer/contract/trash'
import i18next from 'i18next'
import { api } from '../../lib/api.ts'
import { type ItemCache, removeOptimistically } from '../../lib/item-changes.ts'
import { confirmPopup, failurePopup, progressPopup } from '../../ui/popups/popups.ts'
import { successToast } from '../../ui/toasts/toasts.ts'

/** Deletes items permanently after confirmation. @returns whether they were deleted */
export async function deletePermanently(
  cache: ItemCache,
  items: readonly Item[],
): Promise<boolean> {
  const { t } = i18next
  const agreed = await confirmPopup({
    title:
      items.length === 1
        ? t('trash.delete_named', { name: items[0]?.attributes.name })
        : t('trash.delete_title', { count: items.length }),
    message: t('trash.delete_text'),
    confirm: t('trash.delete'),
    danger: true,
  })
  if (!agreed) return false
  try {
    await removeOptimistically(cache, items, refs =>
      api(removeItems, { body: { items: refs.map(ref => ({ ...ref, force_delete: true })) } }),
    )
    successToast(t('trash.deleted', { count: items.length }))
    return true
  } catch (error) {
    failurePopup(error)
    return false
  }
}

/** A bulk selection in the trash or a folder in it. */
export interface TrashSelection {
  folderId: string | null
  except: ReadonlySet<string>
  count: number
}

/** `removed_until` of the list that is confirmed; what reaches the trash later is kept. */
interface ConfirmedList {
  removedUntil: string | undefined
}

/** @returns the number of changed items, which may differ from the list; null after a failure */
async function runWithProgress(
  cache: ItemCache,
  title: string,
  call: () => Promise<{ meta: { changed: number } }>,
): Promise<number | null> {
  const closeProgress = progressPopup({ title, message: i18next.t('bulk.wait') })
  try {
    return (await call()).meta.changed
  } catch (error) {
    failurePopup(error)
    return null
  } finally {
    closeProgress()
    void cache.refresh()
  }
}

export async function restoreAllIn(cache: ItemCache, selection: TrashSelection): Promise<void> {
  const { t } = i18next
  const { count } = selection
  const select_all_in = { except: [...selection.except] }
  const restored = await runWithProgress(cache, t('bulk.restoring', { count }), () =>
    api(restoreItems, { body: { select_all_in } }),
  )
  if (restored !== null) successToast(t('trash.restored_all', { count: restored }))
}

/** Deletes a bulk selection permanently after confirmation. @returns whether it was deleted */
export async function deleteAllIn(
  cache: ItemCache,
  selection: TrashSelection & ConfirmedList,
): Promise<boolean> {
  const { t } = i18next
  const { count } = selection
  const agreed = await confirmPopup({
    title: t('trash.delete_title', { count }),
    message: t('trash.delete_text'),
    confirm: t('trash.delete'),
    danger: true,
  })
  if (!agreed) return false
  const select_all_in = {
    folder_id: selection.folderId,
    force_delete: true,
    except: [...selection.except],
    removed_until: selection.removedUntil,
  }
  const deleted = await runWithProgress(cache, t('bulk.deleting', { count }), () =>
    api(removeItems, { body: { select_all_in } }),
  )
  if (deleted !== null) successToast(t('trash.deleted', { count: deleted }))
  return deleted !== null
}

/**
 * Empties the trash after confirming the number of items.
 * @returns the progress for a large trash, which a job empties
 */
export async function clearTrash(
  cache: ItemCache,
  { count, removedUntil }: { count: number } & ConfirmedList,
): Promise<Progress | null> {
  const { t } = i18next
  const agreed = await confirmPopup({
    title: t('trash.clear_title', { count }),
    message: t('trash.clear_text'),
    confirm: t('trash.clear'),
    danger: true,
  })
  if (!agreed) return null
  try {
    const { emptying } = (await api(emptyTrash, { query: { removed_until: removedUntil } })).meta
    if (!emptying) successToast(t('trash.cleared'))
    return emptying
  } catch (error) {
    failurePopup(error)
    return null
  } finally {
    void cache.refresh()
  }
}
