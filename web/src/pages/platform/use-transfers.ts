import type { Item } from '@coffer/contract/items'
import { useTranslation } from 'react-i18next'
import {
  type ItemsOrAll,
  isCovered,
  trashAll,
  unloadedSelection,
} from '../../features/items/bulk-actions.ts'
import { clearSystemClipboard, clipboard, emptyClipboard } from '../../features/items/clipboard.ts'
import { moveToTrash } from '../../features/items/item-actions.ts'
import { copyPicked, duplicateItems, movePicked } from '../../features/items/selection-transfers.ts'
import { useStore } from '../../lib/store.ts'
import { progressPopup } from '../../ui/popups/popups.ts'
import { successToast } from '../../ui/toasts/toasts.ts'
import type { ListState } from './use-list-page.ts'

interface Target {
  id: string | null
  name: string
}

/** What was cut is left where it is. */
const giveUpCut = (): void => {
  if (clipboard.get().how === 'move') clipboard.set(emptyClipboard)
}

/** Taking what is selected to another folder or to the trash. */
export function useTransfers(place: ListState, here: Target, isFillable: boolean) {
  const { selection, cache, setChoosing } = place
  const { t } = useTranslation()
  const waiting = useStore(clipboard)

  /** Everything in a long list may have to be read first. */
  const chosen = async (can: 'edit' | 'move' | 'remove' | 'download'): Promise<Item[]> => {
    const isLoaded = selection.items.length === selection.count
    const words = { title: t('files.resolving'), message: t('files.resolving_text') }
    const done = isLoaded ? () => {} : progressPopup(words)
    const items = await selection.resolve().finally(done)
    return items.filter(item => item.meta.can[can])
  }

  /** A long list that is not all loaded is told as a set, and nothing is read. */
  const picked = async (can: 'move' | 'download'): Promise<ItemsOrAll> => {
    const whole = unloadedSelection(selection)
    return { whole, items: whole ? selection.items : await chosen(can) }
  }

  const keep = async (how: 'move' | 'copy') => {
    if (selection.count === 0) return
    const isShared = clearSystemClipboard(selection.items)
    const what = await picked(how === 'move' ? 'move' : 'download')
    clipboard.set({ how, ...what, isShared })
    const count = what.whole?.count ?? what.items.length
    if (count > 0)
      successToast(t(how === 'move' ? 'files.cut_done' : 'actions.copy_done', { count }))
  }

  return {
    chosen,
    picked,
    isCut: (id: string) =>
      waiting.how === 'move' &&
      ((!place.isFlat && isCovered(waiting.whole, here.id, id)) ||
        waiting.items.some(item => item.id === id)),
    canPaste: isFillable && waiting.items.length > 0,
    move: (what: ItemsOrAll, target: Target) =>
      movePicked(cache, what, target, () => setChoosing(false)),
    copy: (what: ItemsOrAll, target: Target) =>
      copyPicked(cache, what, target, () => setChoosing(false)),
    trash: async () => {
      const whole = unloadedSelection(selection)
      const items = whole ? [] : await chosen('remove')
      setChoosing(false)
      if (whole) await trashAll(cache, whole)
      if (items.length > 0) await moveToTrash(cache, items)
    },
    keep,
    giveUpCut,
    duplicate: async () => {
      const what = await picked('download')
      setChoosing(false)
      // A list across folders is no place: what lies in it is copied where it is.
      if (place.isFlat) await duplicateItems(cache, what.items)
      else await copyPicked(cache, what, here)
    },
    paste: () => {
      if (waiting.how === 'copy') return void copyPicked(cache, waiting, here)
      void movePicked(cache, waiting, here)
      clipboard.set(emptyClipboard)
    },
  }
}
