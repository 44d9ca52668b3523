import type { Item } from '@coffer/contract/items'
import i18next from 'i18next'
import { useEffect, useMemo, useRef } from 'react'
import type { Drops } from '../../features/browse/drops.ts'
import { useListingCache } from '../../features/browse/listing-cache.ts'
import { type ItemsOrAll, unloadedSelection } from '../../features/items/bulk-actions.ts'
import { dragged, mayDropInto } from '../../features/items/dragging.ts'
import { copySelection, moveSelection } from '../../features/items/selection-transfers.ts'
import { announceRejections } from '../../features/uploads/upload-texts.ts'
import { uploads } from '../../features/uploads/uploads.ts'
import type { ItemCache } from '../../lib/item-changes.ts'
import { alertPopup } from '../../ui/popups/popups.ts'
import { useRestrictions } from './use-restrictions.ts'

const hasFiles = (transfer: DataTransfer): boolean =>
  dragged.get() === null && transfer.types.includes('Files')

/**
 * A long list that is only partly loaded is sent as a bulk selection; otherwise all items are
 * loaded first.
 */
async function resolveDragged(source: ReturnType<typeof dragged.get>): Promise<ItemsOrAll> {
  const bulk = source && unloadedSelection(source)
  return { items: bulk ? source.items : ((await source?.resolve()) ?? []), bulk: bulk }
}

/** Moved items are deselected; copied items stay selected. */
async function dropItems(
  cache: ItemCache,
  target: { id: string | null; name: string },
  isCopy: boolean,
): Promise<void> {
  const source = dragged.get()
  const picked = await resolveDragged(source)
  await (isCopy
    ? copySelection(cache, picked, target)
    : moveSelection(cache, picked, target, source?.clear))
}

/**
 * Handles drops on folders: items of the list are moved or copied, files of the system are
 * uploaded.
 */
export function useDrops(nameOf: (folderId: string | null) => string, root?: Item | null): Drops {
  const cache = useListingCache()
  const { unlessRestricted } = useRestrictions()
  const latest = useRef({ nameOf, root, unlessRestricted })
  latest.current = { nameOf, root, unlessRestricted }
  // Keeps the identity of the object, because every row receives it.
  return useMemo(
    () => ({
      // Guests cannot copy.
      accepts: (folderId, transfer, isCopy) =>
        hasFiles(transfer) || mayDropInto(folderId, isCopy && !cache.scope.guest),
      drop: (folderId, transfer, isCopy) => {
        if (!hasFiles(transfer)) {
          const target = { id: folderId, name: latest.current.nameOf(folderId) }
          return void dropItems(cache, target, isCopy && !cache.scope.guest)
        }
        const open = latest.current.root
        const folder = open?.id === folderId ? open : cache.find(folderId ?? '')
        if (folder && !folder.meta.can.add)
          return alertPopup({ title: i18next.t('uploads.stranded_refused') })
        const drop = () => void uploads().drop(transfer, folderId).then(announceRejections)
        latest.current.unlessRestricted('canUpload', drop, folder)
      },
    }),
    [cache],
  )
}

/** Prevents a file dropped outside of a target from replacing the page. */
export function useSafeDrops(): void {
  useEffect(() => {
    const refuse = (event: DragEvent) => {
      if (event.defaultPrevented) return
      event.preventDefault()
      if (event.dataTransfer) event.dataTransfer.dropEffect = 'none'
    }
    addEventListener('dragover', refuse)
    addEventListener('drop', refuse)
    return () => {
      removeEventListener('dragover', refuse)
      removeEventListener('drop', refuse)
    }
  }, [])
}
