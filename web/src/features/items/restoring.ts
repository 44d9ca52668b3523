import type { Response } from '@coffer/contract'
import type { Item } from '@coffer/contract/items'
import { findRestoreConflicts, restoreItems } from '@coffer/contract/trash'
import i18next from 'i18next'
import { api } from '../../lib/api.ts'
import { type ItemCache, removeOptimistically } from '../../lib/item-changes.ts'
import { failurePopup } from '../../ui/popups/popups.ts'
import { doneToast } from '../../ui/toasts/undo.ts'
import { askConflicts, type Choices } from './conflict-questions.ts'
import { batchesOf, groupByResolution, refsOf, trashItems } from './transfers.ts'

interface Restoring {
  isTop: boolean
  onConfirmed: () => void
  /** Opens a folder of the user; null is their home. */
  goTo: (folderId: string | null) => void
}

type RestoredFolders = NonNullable<Response<typeof restoreItems>['meta']['places']>

/**
 * Restores items to their original folders, or to the user's home where those no longer exist.
 * @param isTop whether the items themselves were trashed, so that undo can trash them again
 * @param onConfirmed called when all name conflicts are resolved
 */
export async function restore(
  cache: ItemCache,
  items: readonly Item[],
  { isTop, onConfirmed, goTo }: Restoring,
): Promise<void> {
  try {
    const choices = await askChoices(items)
    const restored = items.filter(({ id }) => choices?.get(id) !== 'skip')
    if (!choices || restored.length === 0) return
    onConfirmed()
    const folders: RestoredFolders = []
    await removeOptimistically(cache, restored, async refs => {
      for (const body of groupByResolution(refs, choices))
        folders.push(...((await api(restoreItems, { body })).meta.places ?? []))
    })
    // Renamed or replaced items can't be undone.
    const canUndo = isTop && choices.size === 0
    const undo = canUndo ? () => trashItems(cache, refsOf(restored)) : null
    const [first] = folders
    const show = first && { label: i18next.t('trash.show'), run: () => goTo(first.id) }
    doneToast(restoredText(folders, restored.length), undo, show)
  } catch (error) {
    failurePopup(error)
  }
}

function restoredText(folders: RestoredFolders, count: number): string {
  const names = new Map(folders.map(({ id, name }) => [id, name ?? i18next.t('places.files')]))
  const [folder] = names.values()
  if (names.size !== 1 || folder === undefined)
    return i18next.t('trash.restored_apart', { count, folders: names.size })
  return i18next.t('trash.restored', { count, folder })
}

async function askChoices(items: readonly Item[]): Promise<Choices | null> {
  const requests = batchesOf(items).map(async batch => {
    const { data } = await api(findRestoreConflicts, { body: { items: refsOf(batch) } })
    return data
  })
  const conflicts = (await Promise.all(requests)).flat()
  return conflicts.length === 0 ? new Map() : askConflicts({ how: 'restore', conflicts })
}
