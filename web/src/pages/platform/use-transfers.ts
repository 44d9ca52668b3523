import type { Item } from '@coffer/contract/items'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import {
  type ItemsOrAll,
  isCovered,
  trashAll,
  unloadedSelection,
} from '../../features/items/bulk-actions.ts'
import { clearSystemClipboard, clipboard, emptyClipboard } from '../../features/items/clipboard.ts'
import { moveToTrash } from '../../features/items/item-actions.ts'
import {
  copySelection,
  duplicateItems,
  moveSelection,
} from '../../features/items/selection-transfers.ts'
import { useStore } from '../../lib/store.ts'
import { progressPopup, withFailurePopup } from '../../ui/popups/popups.ts'
import { successToast } from '../../ui/toasts/toasts.ts'
import type { ListState } from './use-list-page.ts'

interface Target {
  id: string | null
  name: string
}

/** Cancels a cut; the items stay where they are. */
const cancelCut = (): void => {
  if (clipboard.get().how === 'move') clipboard.set(emptyClipboard)
}

/** Moves, copies and trashes the selection. */
export function useTransfers(list: ListState, currentFolder: Target, isFillable: boolean) {
  const { selection, cache, setChoosing } = list
  const { t } = useTranslation()
  const clipboardContent = useStore(clipboard)
  const isPasting = useRef(false)

  /** Loads all selected items of a long list if necessary. */
  const loadSelection = async (can: 'edit' | 'move' | 'remove' | 'download'): Promise<Item[]> => {
    const isLoaded = selection.items.length === selection.count
    const texts = { title: t('files.resolving'), message: t('files.resolving_text') }
    const closeProgress = isLoaded ? () => {} : progressPopup(texts)
    const items = await selection.resolve().finally(closeProgress)
    return items.filter(item => item.meta.can[can])
  }

  /** Returns a bulk selection for a partly loaded list, without loading the rest. */
  const getSelection = async (can: 'move' | 'download'): Promise<ItemsOrAll> => {
    const bulk = unloadedSelection(selection)
    return { bulk: bulk, items: bulk ? selection.items : await loadSelection(can) }
  }

  const copyToClipboard = withFailurePopup(async (how: 'move' | 'copy') => {
    if (selection.count === 0) return
    const isShared = clearSystemClipboard(selection.items)
    const source = await getSelection(how === 'move' ? 'move' : 'download')
    const count = source.bulk?.count ?? source.items.length
    if (count === 0) return
    clipboard.set({ how, ...source, isShared })
    successToast(t(how === 'move' ? 'files.cut_done' : 'actions.copy_done', { count }))
  })

  return {
    loadSelection,
    getSelection,
    isCut: (id: string) =>
      clipboardContent.how === 'move' &&
      ((!list.isFlat && isCovered(clipboardContent.bulk, currentFolder.id, id)) ||
        clipboardContent.items.some(item => item.id === id)),
    canPaste: isFillable && clipboardContent.items.length > 0,
    move: (source: ItemsOrAll, target: Target) =>
      moveSelection(cache, source, target, () => setChoosing(false)),
    copy: (source: ItemsOrAll, target: Target) =>
      copySelection(cache, source, target, () => setChoosing(false)),
    trash: withFailurePopup(async () => {
      const bulk = unloadedSelection(selection)
      const items = bulk ? [] : await loadSelection('remove')
      setChoosing(false)
      if (bulk) await trashAll(cache, bulk)
      if (items.length > 0) await moveToTrash(cache, items)
    }),
    copyToClipboard,
    cancelCut,
    duplicate: withFailurePopup(async () => {
      const source = await getSelection('download')
      setChoosing(false)
      // In a list across folders each item is duplicated in its own folder.
      if (list.isFlat) await duplicateItems(cache, source.items)
      else await copySelection(cache, source, currentFolder)
    }),
    paste: async () => {
      if (clipboardContent.how === 'copy')
        return copySelection(cache, clipboardContent, currentFolder)
      if (isPasting.current) return
      isPasting.current = true
      // The items stay cut until name conflicts are resolved, because the user can cancel.
      await moveSelection(cache, clipboardContent, currentFolder, () =>
        clipboard.set(emptyClipboard),
      ).finally(() => {
        isPasting.current = false
      })
    },
  }
}
