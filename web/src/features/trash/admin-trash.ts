import { deleteTrashed, emptyTrashOfUser, restoreTrashed } from '@coffer/contract/admin-trash'
import type { Item } from '@coffer/contract/items'
import i18next from 'i18next'
import { api } from '../../lib/api.ts'
import { BATCH_SIZE } from '../../lib/item-changes.ts'
import { confirmPopup, failurePopup } from '../../ui/popups/popups.ts'
import { successToast } from '../../ui/toasts/toasts.ts'

type Cache = { refresh: () => Promise<void> }

/** Sends items in batches. @returns how many were changed */
async function sendInBatches(
  items: readonly Item[],
  endpoint: typeof restoreTrashed | typeof deleteTrashed,
): Promise<number> {
  const refs = items.map(({ id, type }) => ({ id, type }))
  let changed = 0
  for (let start = 0; start < refs.length; start += BATCH_SIZE) {
    const body = { items: refs.slice(start, start + BATCH_SIZE) }
    changed += (await api(endpoint, { body })).meta.changed
  }
  return changed
}

/** Restores items of any users to where they were. */
export async function restoreForOwners(cache: Cache, items: readonly Item[]): Promise<void> {
  try {
    const count = await sendInBatches(items, restoreTrashed)
    successToast(i18next.t('admin_trash.restored', { count }))
  } catch (error) {
    failurePopup(error)
  }
  await cache.refresh()
}

/** Deletes items of any users forever, after confirmation. */
export async function deleteForOwners(cache: Cache, items: readonly Item[]): Promise<void> {
  const agreed = await confirmPopup({
    title: i18next.t('admin_trash.delete_title', { count: items.length }),
    message: i18next.t('admin_trash.delete_text'),
    confirm: i18next.t('admin_trash.delete'),
    danger: true,
  })
  if (!agreed) return
  try {
    const count = await sendInBatches(items, deleteTrashed)
    successToast(i18next.t('admin_trash.deleted', { count }))
  } catch (error) {
    failurePopup(error)
  }
  await cache.refresh()
}

/** Empties the trash of one user, after confirmation. */
export async function emptyTrashOf(
  cache: Cache,
  { id, name }: { id: string; name: string },
): Promise<void> {
  const agreed = await confirmPopup({
    title: i18next.t('admin_trash.empty_title', { name }),
    message: i18next.t('admin_trash.empty_text'),
    confirm: i18next.t('admin_trash.empty_confirm'),
    danger: true,
  })
  if (!agreed) return
  try {
    const { emptying } = (await api(emptyTrashOfUser, { params: { id } })).meta
    successToast(i18next.t(emptying ? 'admin_trash.emptying' : 'admin_trash.emptied', { name }))
  } catch (error) {
    failurePopup(error)
  }
  await cache.refresh()
}
