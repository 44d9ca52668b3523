import type { Item } from '@coffer/contract/items'
import { type DragEvent, useRef, useState } from 'react'

/** A folder that takes drops. */
export interface DropFolder {
  /** Null for the user's home. */
  id: string | null
  name: string
  /** The folder, where the element shows all of it. */
  item?: Item
}

export const dropFolderOf = (item: Item): DropFolder => ({
  id: item.id,
  name: item.attributes.name,
  item,
})

/** Decides what may be dropped into a folder and handles the drop. */
export interface Drops {
  accepts: (folderId: string | null, transfer: DataTransfer, isCopy: boolean) => boolean
  drop: (folder: DropFolder, transfer: DataTransfer, isCopy: boolean) => void
}

/** Whether the dragged items are copied: Alt, Ctrl or Cmd is pressed. */
const isCopy = ({ altKey, ctrlKey, metaKey }: DragEvent): boolean => altKey || ctrlKey || metaKey

/** A folder opens after a drag rests on it for this long. */
const HOLD_MS = 800

interface DropTarget {
  folder: DropFolder
  drops: Drops | undefined
  /** Called when a drag rests on the element. */
  onHold?: (() => void) | undefined
}

/** Makes an element a drop target. */
export function useDropTarget({ folder, drops, onHold }: DropTarget) {
  const [isOver, setOver] = useState(false)
  // A child's dragenter comes before its parent's dragleave, so entries are counted.
  const depth = useRef(0)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const leave = () => {
    depth.current = 0
    clearTimeout(timer.current)
    setOver(false)
  }
  const handlers = {
    onDragEnter: (event: DragEvent) => {
      depth.current += 1
      if (depth.current > 1) return
      if (onHold) timer.current = setTimeout(onHold, HOLD_MS)
      setOver(drops?.accepts(folder.id, event.dataTransfer, isCopy(event)) ?? false)
    },
    onDragOver: (event: DragEvent) => {
      const { dataTransfer } = event
      if (!drops?.accepts(folder.id, dataTransfer, isCopy(event))) return
      event.preventDefault()
      event.stopPropagation()
      const copies = dataTransfer.types.includes('Files') || isCopy(event)
      dataTransfer.dropEffect = copies ? 'copy' : 'move'
    },
    onDragLeave: () => {
      depth.current -= 1
      if (depth.current <= 0) leave()
    },
    onDrop: (event: DragEvent) => {
      leave()
      // The event still bubbles, so that every target around this one ends its highlight.
      if (event.defaultPrevented) return
      if (!drops?.accepts(folder.id, event.dataTransfer, isCopy(event))) return
      event.preventDefault()
      drops.drop(folder, event.dataTransfer, isCopy(event))
    },
  }
  return { isOver, handlers }
}
