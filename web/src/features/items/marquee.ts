import classes from './marquee.module.css'

/** A rectangle in a list's scrollable content, in pixels. */
export interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

interface MarqueeEvents {
  onStart: () => void
  onChange: (box: Box) => void
  /** Receives whether the marquee was drawn upwards. */
  onEnd: (isUpward: boolean) => void
  onCancel: () => void
}

interface Point {
  x: number
  y: number
}

/** Smaller movements draw no marquee. */
const MOVE_TOLERANCE_PX = 4
/** Within this distance of an edge the list scrolls, faster when nearer. */
const EDGE_PX = 40
const MAX_SCROLL_PX_PER_S = 1680
/** A frame that took longer scrolls no farther, so that the list does not jump. */
const MAX_FRAME_MS = 250

/** Draws a marquee in a list from the pressed point until the mouse button is released. */
export function startMarquee(list: HTMLElement, pressed: PointerEvent, on: MarqueeEvents): void {
  const stop = new AbortController()
  const from = pointIn(list, { x: pressed.clientX, y: pressed.clientY })
  const extent = { x: list.scrollWidth, y: list.scrollHeight }
  let pointer: Point = { x: pressed.clientX, y: pressed.clientY }
  let marquee: HTMLElement | null = null

  const draw = () => {
    const to = pointIn(list, pointer)
    const box = boxOf(from, { x: clamp(to.x, extent.x), y: clamp(to.y, extent.y) })
    if (!marquee && Math.hypot(to.x - from.x, to.y - from.y) < MOVE_TOLERANCE_PX) return
    marquee ??= createMarquee(list, pressed.pointerId, on.onStart)
    Object.assign(marquee.style, {
      left: `${box.left}px`,
      top: `${box.top}px`,
      width: `${box.right - box.left}px`,
      height: `${box.bottom - box.top}px`,
    })
    on.onChange(box)
  }
  let lastFrame: number | undefined
  const scroll = (now: number) => {
    if (stop.signal.aborted) return
    const elapsedMs = Math.min(now - (lastFrame ?? now), MAX_FRAME_MS)
    lastFrame = now
    const by = marquee ? scrollStep(pointer.y, list.getBoundingClientRect(), elapsedMs) : 0
    if (by !== 0) {
      list.scrollTop += by
      draw()
    }
    requestAnimationFrame(scroll)
  }
  const end = (isCancelled: boolean) => {
    stop.abort()
    if (!marquee) return
    marquee.remove()
    if (isCancelled) on.onCancel()
    else on.onEnd(pointIn(list, pointer).y < from.y)
  }
  const { signal } = stop
  addEventListener(
    'pointermove',
    ({ clientX, clientY }) => {
      pointer = { x: clientX, y: clientY }
      draw()
    },
    { signal },
  )
  list.addEventListener('scroll', () => marquee && draw(), { signal })
  addEventListener('pointerup', () => end(false), { signal })
  addEventListener('pointercancel', () => end(true), { signal })
  addEventListener(
    'keydown',
    event => {
      if (event.key !== 'Escape' || !marquee) return
      event.preventDefault()
      event.stopPropagation()
      end(true)
    },
    { signal, capture: true },
  )
  requestAnimationFrame(scroll)
}

function createMarquee(list: HTMLElement, pointerId: number, onStart: () => void): HTMLElement {
  const marquee = document.createElement('div')
  marquee.className = classes.band ?? ''
  list.append(marquee)
  // The list receives pointer events outside of it too.
  list.setPointerCapture(pointerId)
  onStart()
  return marquee
}

function pointIn(list: HTMLElement, { x, y }: Point): Point {
  const { left, top } = list.getBoundingClientRect()
  // In right-to-left layouts the scrollbar is on the left, which clientLeft includes.
  return { x: x - left - list.clientLeft + list.scrollLeft, y: y - top + list.scrollTop }
}

const boxOf = (first: Point, second: Point): Box => ({
  left: Math.min(first.x, second.x),
  top: Math.min(first.y, second.y),
  right: Math.max(first.x, second.x),
  bottom: Math.max(first.y, second.y),
})

const clamp = (value: number, extent: number): number => Math.max(0, Math.min(extent, value))

/** Pixels to scroll after a frame while the pointer is near an edge or beyond it. */
function scrollStep(y: number, { top, bottom }: DOMRect, elapsedMs: number): number {
  const maxStep = (MAX_SCROLL_PX_PER_S * elapsedMs) / 1000
  const stepNear = (distance: number) =>
    Math.ceil(maxStep * Math.min(1, Math.max(0, (EDGE_PX - distance) / EDGE_PX)))
  return stepNear(bottom - y) - stepNear(y - top)
}
