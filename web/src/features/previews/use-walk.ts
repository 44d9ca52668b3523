import type { Item } from '@coffer/contract/items'
import { useEffect, useState } from 'react'

/** The list that is walked through, of which only some pages are loaded. */
export interface WalkRows {
  total: number
  itemAt: (index: number) => Item | undefined
  load: (from: number, to: number) => Promise<Item[]>
  /** Where it stands by now; less than none where that is not known. Left out for what stays in its place. */
  indexOf?: (id: string) => number
}

/** Folders stand first: the number of them, found by halving. */
async function countFolders(rows: WalkRows): Promise<number> {
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

/** From one file of a list to the next, also beyond what is loaded. */
export function usePreviewNavigation(rows: WalkRows, start: Item, startIndex: number) {
  const [at, setAt] = useState({ item: start, index: startIndex })
  const [folders, setFolders] = useState<number | null>(null)
  const { total } = rows
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once for a list of a length.
  useEffect(() => {
    let isLeft = false
    countFolders(rows).then(
      count => !isLeft && setFolders(count),
      () => undefined,
    )
    return () => {
      isLeft = true
    }
  }, [total])

  // It has moved when others came or went, or when it was renamed.
  const now = rows.indexOf?.(at.item.id) ?? -1
  const index = now >= 0 ? now : at.index
  const isWithin = (place: number) => place >= (folders ?? startIndex) && place < total
  /** @returns whether there was a file to go to */
  async function step(by: 1 | -1): Promise<boolean> {
    const place = index + by
    if (!isWithin(place)) return false
    const item = rows.itemAt(place) ?? (await rows.load(place, place).catch(() => []))[0]
    if (item?.type !== 'file') return false
    setAt({ item, index: place })
    return true
  }
  return {
    // What has changed meanwhile is shown as it is now.
    item: rows.itemAt(index)?.id === at.item.id ? (rows.itemAt(index) ?? at.item) : at.item,
    index,
    position: folders === null ? null : { number: index - folders + 1, of: total - folders },
    hasNext: isWithin(index + 1),
    hasPrevious: isWithin(index - 1),
    next: () => void step(1),
    previous: () => void step(-1),
    /** To what stands beside it. */
    leave: async () => (await step(1)) || step(-1),
  }
}
