import type { Item } from '@coffer/contract/items'
import i18next from 'i18next'
import { useEffect, useMemo } from 'react'
import type { DropFolder, Drops } from '../../features/browse/drops.ts'
import { useListingCache } from '../../features/browse/listing-cache.ts'
import { type ItemsOrAll, unloadedSelection } from '../../features/items/bulk-actions.ts'
import { dragged, mayDropInto } from '../../features/items/dragging.ts'
import { copySelection, moveSelection } from '../../features/items/selection-transfers.ts'
import { announceRejections } from '../../features/uploads/upload-texts.ts'
import { uploads } from '../../features/uploads/uploads.ts'
import type { ItemCache } from '../../lib/item-changes.ts'
import { useStable } from '../../lib/use-stable.ts'
import { alertPopup, withFailurePopup } from '../../ui/popups/popups.ts'
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
const dropItems = withFailurePopup(
  async (cache: ItemCache, target: DropFolder, isCopy: boolean) => {
    const source = dragged.get()
    const picked = await resolveDragged(source)
    await (isCopy
      ? copySelection(cache, picked, target)
      : moveSelection(cache, picked, target, source?.clear))
  },
)

/**
 * Handles drops on folders: items of the list are moved or copied, files of the system are
 * uploaded.
 */
export function useDrops(root?: Item | null): Drops {
  const cache = useListingCache()
  const { unlessRestricted } = useRestrictions()
  const uploadInto = useStable(({ id, item }: DropFolder, transfer: DataTransfer) => {
    const folder = root?.id === id ? root : (item ?? cache.find(id ?? ''))
    if (folder && !folder.meta.can.add)
      return alertPopup({ title: i18next.t('uploads.stranded_refused') })
    const upload = () => void uploads().drop(transfer, id).then(announceRejections)
    // Without the folder only the server knows its owner, on whom the upload counts.
    if (id !== null && !folder) upload()
    else unlessRestricted('canUpload', upload, folder)
  })
  // Keeps the identity of the object, because every row receives it.
  return useMemo(
    () => ({
      // Guests cannot copy.
      accepts: (folderId, transfer, isCopy) =>
        hasFiles(transfer) || mayDropInto(folderId, isCopy && !cache.scope.guest),
      drop: (folder, transfer, isCopy) => {
        if (hasFiles(transfer)) uploadInto(folder, transfer)
        else void dropItems(cache, folder, isCopy && !cache.scope.guest)
      },
    }),
    [cache, uploadInto],
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
