import { locateItem } from '@coffer/contract/browse'
import type { Item } from '@coffer/contract/items'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useUserOrNull } from '../../features/account/account.api.ts'
import { ADDRESS, inFolders } from '../../features/browse/browse.api.ts'
import { placeOf } from '../../features/browse/folder-address.ts'
import { api } from '../../lib/api.ts'
import { NO_FOLDER } from '../../lib/no-folder.ts'
import { createStore, useStore } from '../../lib/store.ts'
import { failurePopup } from '../../ui/popups/popups.ts'
import { focusList, type ListState } from './use-list-page.ts'

/** What is to be shown where it lies, as soon as its folder is there. */
const wanted = createStore<Item | null>(null)

export function useShowInFolder(): (item: Item) => void {
  const navigate = useNavigate()
  const me = useUserOrNull()?.id ?? ''
  return item => {
    const { parent_id: id } = item.attributes
    const place = placeOf(item, me)
    // At the top of what others share or have there is no folder with an order to look it up in.
    wanted.set(id === null && place !== 'folders' ? null : item)
    void navigate({ to: ADDRESS[place], params: id ? { id } : NO_FOLDER })
  }
}

/** Goes to the folder above and selects the one that was left. */
export function useGoUp({ goUp, listing, shelf }: ListState): () => void {
  return () => {
    const { root, ancestors } = listing
    // The top of what others share is no folder with an order to look it up in.
    if (root && (shelf.place === 'folders' || ancestors.length > 0)) wanted.set(root)
    goUp()
  }
}

/** Selects it in its folder, however far down it stands there. */
export function useReveal({ listing, selection, shelf, isFlat, order }: ListState) {
  const { rows, isLoading } = listing
  const item = useStore(wanted)
  const isHere = item?.attributes.parent_id === shelf.folderId && !isFlat
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when its folder has come.
  useEffect(() => {
    if (!item || !isHere || isLoading) return
    wanted.set(null)
    void api(locateItem, { params: { id: item.id }, query: inFolders(order) })
      .then(async ({ data: { index } }) => {
        await rows.load(index, index)
        selection.pick(index)
        focusList()
      })
      .catch(failurePopup)
  }, [item, isHere, isLoading])
}
