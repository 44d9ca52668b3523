import type { Item } from '@coffer/contract/items'
import { useEffect, useMemo, useRef } from 'react'
import type { Drops } from '../../features/browse/drops.ts'
import { useListingCache } from '../../features/browse/listing-cache.ts'
import { type ItemsOrAll, unloadedSelection } from '../../features/items/bulk-actions.ts'
import { dragged, mayDropInto } from '../../features/items/dragging.ts'
import { copyPicked, movePicked } from '../../features/items/selection-transfers.ts'
import { announceRefusals } from '../../features/uploads/upload-texts.ts'
import { uploads } from '../../features/uploads/uploads.ts'
import type { ItemCache } from '../../lib/item-changes.ts'
import { useRestrictions } from './use-restrictions.ts'

const hasFiles = (transfer: DataTransfer): boolean =>
  dragged.get() === null && transfer.types.includes('Files')

/** A long list that is not all loaded is told as a set; the rest of anything else is read first. */
async function pickedFrom(load: ReturnType<typeof dragged.get>): Promise<ItemsOrAll> {
  const whole = load && unloadedSelection(load)
  return { items: whole ? load.items : ((await load?.resolve()) ?? []), whole }
}

/** What is moved is selected no more; what is copied stays as it was. */
async function takeDragged(
  cache: ItemCache,
  target: { id: string | null; name: string },
  isCopy: boolean,
): Promise<void> {
  const load = dragged.get()
  const picked = await pickedFrom(load)
  await (isCopy
    ? copyPicked(cache, picked, target)
    : movePicked(cache, picked, target, load?.clear))
}

/** Items from the list are moved, files from the desktop are uploaded, wherever they are dropped. */
export function useDrops(nameOf: (folderId: string | null) => string, root?: Item | null): Drops {
  const cache = useListingCache()
  const { unlessRestricted } = useRestrictions()
  const latest = useRef({ nameOf, root, unlessRestricted })
  latest.current = { nameOf, root, unlessRestricted }
  // The same object as long as possible, as every row gets it.
  return useMemo(
    () => ({
      // Guests have nowhere to copy from.
      accepts: (folderId, transfer, isCopy) =>
        hasFiles(transfer) || mayDropInto(folderId, isCopy && !cache.scope.guest),
      drop: (folderId, transfer, isCopy) => {
        if (!hasFiles(transfer)) {
          const target = { id: folderId, name: latest.current.nameOf(folderId) }
          return void takeDragged(cache, target, isCopy && !cache.scope.guest)
        }
        const open = latest.current.root
        const folder = open?.id === folderId ? open : cache.find(folderId ?? '')
        const drop = () => void uploads().drop(transfer, folderId).then(announceRefusals)
        latest.current.unlessRestricted('canUpload', drop, folder)
      },
    }),
    [cache],
  )
}

/** A file that misses its target must not replace the page. */
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
