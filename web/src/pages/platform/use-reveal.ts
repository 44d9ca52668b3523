import { locateItem } from '@coffer/contract/browse'
import type { Item } from '@coffer/contract/items'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useUserOrNull } from '../../features/account/account.api.ts'
import { ADDRESS, inFolders } from '../../features/browse/browse.api.ts'
import { placeOf } from '../../features/browse/folder-address.ts'
import { api } from '../../lib/api.ts'
import { NO_FOLDER } from '../../lib/no-folder.ts'
import { onUserLeft } from '../../lib/personal-list.ts'
import { createStore, useStore } from '../../lib/store.ts'
import { failurePopup } from '../../ui/popups/popups.ts'
import { focusList, type ListState } from './use-list-page.ts'

/** The item to select once its folder is loaded, and that folder, which is null at the top. */
const itemToReveal = createStore<{ item: Item; folderId: string | null } | null>(null)

onUserLeft(() => itemToReveal.set(null))

export function useShowInFolder(): (item: Item) => void {
  const navigate = useNavigate()
  const me = useUserOrNull()?.id ?? ''
  return item => {
    const { parent_id: id } = item.attributes
    const list = placeOf(item, me)
    // At the root of shared or team folders there is no folder to locate the item in.
    itemToReveal.set(id === null && list !== 'folders' ? null : { item, folderId: id })
    void navigate({ to: ADDRESS[list], params: id ? { id } : NO_FOLDER })
  }
}

/** Opens the parent folder and selects the folder that was left. */
export function useGoUp({ goUp, listing, location }: ListState): () => void {
  return () => {
    const { root, ancestors } = listing
    const folderId = ancestors.at(-1)?.id ?? null
    // The root of shared folders is no folder to locate the item in.
    const hasParent =
      location.place === 'folders' || location.place === 'trash' || folderId !== null
    if (root && hasParent) itemToReveal.set({ item: root, folderId })
    goUp()
  }
}

/**
 * Loads the row of an item of the current folder.
 * @returns its index
 */
export async function loadRowOf(
  id: string,
  rows: ListState['listing']['rows'],
  order: ListState['order'],
): Promise<number> {
  const { data } = await api(locateItem, { params: { id }, query: inFolders(order) })
  await rows.load(data.index, data.index)
  return data.index
}

/** Selects the item in its folder, wherever it is in the list. */
export function useReveal({ listing, selection, location, isFlat, order, cache }: ListState) {
  const { rows, isLoading } = listing
  const toReveal = useStore(itemToReveal)
  const isCurrentFolder = toReveal?.folderId === location.folderId && !isFlat
  /** Guests' folders and the trash have no call that locates an item: only loaded rows are searched. */
  const isLocatable = location.place !== 'trash' && cache.scope.guest === null
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when the folder is loaded.
  useEffect(() => {
    if (!toReveal || !isCurrentFolder || isLoading) return
    itemToReveal.set(null)
    const { id } = toReveal.item
    const select = (index: number) => {
      if (index === -1) return
      selection.pick(index)
      focusList()
    }
    if (isLocatable) void loadRowOf(id, rows, order).then(select).catch(failurePopup)
    else select(rows.indexOf(id))
  }, [toReveal, isCurrentFolder, isLoading])
}
