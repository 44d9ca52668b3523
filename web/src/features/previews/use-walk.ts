import type { Item } from '@coffer/contract/items'
import { useEffect, useState } from 'react'

/** The list to navigate, of which only some pages are loaded. */
export interface PreviewRows {
  total: number
  itemAt: (index: number) => Item | undefined
  load: (from: number, to: number) => Promise<Item[]>
  /** Returns the current index, negative where it is unknown. */
  indexOf: (id: string) => number
}

/** Counts the folders, which come first, by binary search. */
async function countFolders(rows: PreviewRows): Promise<number> {
  let from = 0
  let to = rows.total
  while (from < to) {
    const middle = Math.floor((from + to) / 2)
    const item = rows.itemAt(middle) ?? (await rows.load(middle, middle))[0]
    if (item?.type === 'folder') from = middle + 1
    else to = middle
  }
  return from
}

/** Navigates from one file of a list to the next, including files that are not loaded yet. */
export function usePreviewNavigation(rows: PreviewRows, start: Item, startIndex: number) {
  const [shown, setShown] = useState({ item: start, index: startIndex })
  const [folders, setFolders] = useState<number | null>(null)
  const { total } = rows
  // biome-ignore lint/correctness/useExhaustiveDependencies: counted once per list length.
  useEffect(() => {
    let isCancelled = false
    countFolders(rows).then(
      count => !isCancelled && setFolders(count),
      () => undefined,
    )
    return () => {
      isCancelled = true
    }
  }, [total])

  // The index changes when items are added, removed or renamed.
  const currentIndex = rows.indexOf(shown.item.id)
  const index = currentIndex >= 0 ? currentIndex : shown.index
  // The next item has moved to the place of a removed one; pages that are not loaded have no items.
  const isRemoved = currentIndex < 0 && rows.itemAt(index) !== undefined
  const nextIndex = isRemoved ? index : index + 1
  const isFileIndex = (target: number) => target >= (folders ?? startIndex) && target < total
  /** @returns whether there is a file in that direction */
  async function step(by: 1 | -1): Promise<boolean> {
    const target = by === 1 ? nextIndex : index - 1
    if (!isFileIndex(target)) return false
    const item = rows.itemAt(target) ?? (await rows.load(target, target).catch(() => []))[0]
    if (item?.type !== 'file') return false
    setShown({ item, index: target })
    return true
  }
  return {
    // Shows the item's latest version.
    item:
      rows.itemAt(index)?.id === shown.item.id ? (rows.itemAt(index) ?? shown.item) : shown.item,
    index,
    position: folders === null ? null : { number: index - folders + 1, of: total - folders },
    hasNext: isFileIndex(nextIndex),
    hasPrevious: isFileIndex(index - 1),
    next: () => void step(1),
    previous: () => void step(-1),
    /** Goes to a neighbouring file. */
    leave: async () => (await step(1)) || step(-1),
  }
}
