import type { Item } from '@coffer/contract/items'
import { useTranslation } from 'react-i18next'
import { clipboard, emptyClipboard } from '../../features/items/clipboard.ts'
import { moveToTrash } from '../../features/items/item-actions.ts'
import { copyTo, moveTo } from '../../features/items/transfers.ts'
import { moveWholeToTrash } from '../../features/items/whole-actions.ts'
import { useStore } from '../../lib/store.ts'
import { progressPopup } from '../../ui/popups/popups.ts'
import { successToast } from '../../ui/toasts/toasts.ts'
import { type PlaceState, unreadSet } from './use-place.ts'

interface Target {
  id: string | null
  name: string
}

/** Taking what is selected to another folder or to the trash. */
export function useTransfers(place: PlaceState, here: Target) {
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

  const keep = async (how: 'move' | 'copy') => {
    const items = await chosen(how === 'move' ? 'move' : 'download')
    clipboard.set({ how, items })
    if (items.length > 0)
      successToast(
        t(how === 'move' ? 'files.cut_done' : 'actions.copy_done', { count: items.length }),
      )
  }

  return {
    chosen,
    isCut: (id: string) => waiting.how === 'move' && waiting.items.some(item => item.id === id),
    canPaste: waiting.items.length > 0,
    move: (items: readonly Item[], target: Target) =>
      moveTo(cache, items, target, () => setChoosing(false)),
    copy: (items: readonly Item[], target: Target) =>
      copyTo(cache, items, target, () => setChoosing(false)),
    trash: async () => {
      const whole = unreadSet(place)
      if (whole) {
        setChoosing(false)
        return moveWholeToTrash(cache, whole)
      }
      const items = await chosen('remove')
      setChoosing(false)
      if (items.length > 0) await moveToTrash(cache, items)
    },
    keep,
    duplicate: async () => {
      const items = await chosen('download')
      setChoosing(false)
      await copyTo(cache, items, here)
    },
    paste: () => {
      if (waiting.how === 'copy') return void copyTo(cache, waiting.items, here)
      void moveTo(cache, waiting.items, here)
      clipboard.set(emptyClipboard)
    },
  }
}
