import type { Item } from '@coffer/contract/items'
import { type HTMLAttributes, type MouseEvent, type PointerEvent, useRef } from 'react'
import { startDragging } from './dragging.ts'
import type { Box } from './marquee.ts'
import type { LoadingRows } from './selection.ts'
import { useMarqueeSelection } from './use-marquee.ts'
import type { ItemSelection } from './use-selection.ts'

export interface Point {
  x: number
  y: number
}

interface ListEventsOptions {
  rows: LoadingRows
  selection: ItemSelection
  /** Whether taps toggle rows instead of opening them. */
  isChoosing: boolean
  /** Indexes of the rows in a box of a list of this width. */
  indexesIn: (box: Box, width: number) => number[]
  onOpen: (item: Item) => void
  /** Opens the menu of the selected items, or of the folder when none is selected. */
  onMenu: (at: Point, isForItems: boolean) => void
}

const LONG_PRESS_MS = 500
const MOVE_TOLERANCE_PX = 10

/** Pointer events of a list, for all rows at once: a row is found by its `data-index`. */
export function useListEvents(options: ListEventsOptions): HTMLAttributes<HTMLDivElement> {
  const { rows, selection, isChoosing, onOpen, onMenu } = options
  // A selection that a long press started continues by tapping until it is empty.
  const isTouchSelecting = useRef(false)
  if (selection.count === 0) isTouchSelecting.current = false
  const press = useLongPress((index, at) => {
    openMenu(index, at)
    isTouchSelecting.current = index !== null
  })
  const marquee = useMarqueeSelection(options)

  const openMenu = (index: number | null, at: Point) => {
    const id = index === null ? undefined : rows.idAt(index)
    if (index === null || id === undefined) selection.clear()
    else if (!selection.has(id)) selection.pick(index)
    onMenu(at, id !== undefined)
  }
  const onTap = (index: number) => {
    const item = rows.itemAt(index)
    if (isChoosing || isTouchSelecting.current) selection.pick(index, 'toggle')
    else if (item) onOpen(item)
  }

  const onPress = (event: MouseEvent, index: number) => {
    if (isMenuButton(event)) openMenu(index, pointBelow(event))
    else if (press.isTouch()) onTap(index)
    else selection.pick(index, selectionModeOf(event, isChoosing))
  }

  return {
    ...press.events,
    onPointerDown: event => {
      press.events.onPointerDown(event)
      marquee.onPointerDown(event)
    },
    onClick: event => {
      if (press.wasLong() || marquee.wasDrawn()) return
      const index = indexOf(event)
      if (index !== null) onPress(event, index)
      // The tap that closes the menu after a long press does not clear the selection.
      else if (isOutsideHead(event) && !isTouchSelecting.current) selection.clear()
    },
    onDoubleClick: event => {
      const item = rows.itemAt(indexOf(event) ?? -1)
      if (item && !press.isTouch() && !isMenuButton(event)) onOpen(item)
    },
    onContextMenu: event => {
      if (isField(event)) return
      event.preventDefault()
      if (!press.wasLong()) openMenu(indexOf(event), { x: event.clientX, y: event.clientY })
    },
    onDragStart: event => {
      const index = indexOf(event)
      const item = rows.itemAt(index ?? -1)
      const { move = false, download = false } = item?.meta.can ?? {}
      // Items that can't be moved may still be copied.
      const isDragged = item && (move || download) && !marquee.isPressed()
      if (!isDragged || index === null) return event.preventDefault()
      if (selection.has(item.id)) return startDragging(event, selection)
      selection.pick(index)
      startDragging(event, {
        items: [item],
        count: 1,
        bulk: null,
        resolve: async () => [item],
        clear: selection.clear,
      })
    },
  }
}

function indexOf({ target }: { target: EventTarget }): number | null {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-index]') : null
  return row ? Number(row.dataset.index) : null
}

const closest = ({ target }: { target: EventTarget }, selector: string): Element | null =>
  target instanceof Element ? target.closest(selector) : null

const isMenuButton = (event: MouseEvent): boolean => closest(event, '[data-action="menu"]') !== null
const isField = (event: MouseEvent): boolean => closest(event, 'input') !== null

/** Not on the table head. */
const isOutsideHead = (event: MouseEvent): boolean =>
  closest(event, '[role="columnheader"]') === null

function pointBelow(event: MouseEvent): Point {
  const box = closest(event, 'button')?.getBoundingClientRect()
  return { x: box?.left ?? event.clientX, y: box?.bottom ?? event.clientY }
}

function selectionModeOf(event: MouseEvent, isChoosing: boolean): 'only' | 'toggle' | 'range' {
  if (event.shiftKey) return 'range'
  return event.ctrlKey || event.metaKey || isChoosing ? 'toggle' : 'only'
}

/** A long press acts as a right click, because not all browsers send a contextmenu event for it. */
function useLongPress(onLongPress: (index: number | null, at: Point) => void) {
  const state = useRef({ type: 'mouse', isLong: false, start: { x: 0, y: 0 } })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const cancel = () => clearTimeout(timer.current)
  return {
    isTouch: () => state.current.type === 'touch',
    wasLong: () => state.current.isLong,
    events: {
      onPointerDown: (event: PointerEvent) => {
        const at = { x: event.clientX, y: event.clientY }
        const index = indexOf(event)
        state.current = { type: event.pointerType, isLong: false, start: at }
        cancel()
        if (event.pointerType !== 'touch') return
        timer.current = setTimeout(() => {
          state.current.isLong = true
          onLongPress(index, at)
        }, LONG_PRESS_MS)
      },
      onPointerMove: (event: PointerEvent) => {
        const { x, y } = state.current.start
        if (Math.hypot(event.clientX - x, event.clientY - y) > MOVE_TOLERANCE_PX) cancel()
      },
      onPointerUp: cancel,
      onPointerCancel: cancel,
    },
  }
}
