import classes from './marquee.module.css'

/** A piece of a list, from the beginning of what can be scrolled in it. */
export interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

interface BandEvents {
  onStart: () => void
  onOver: (box: Box) => void
  /** Told whether it was drawn upwards. */
  onEnd: (isUpward: boolean) => void
  onGiveUp: () => void
}

interface Point {
  x: number
  y: number
}

/** A hand that trembles draws nothing. */
const SLIPPED_PX = 4
/** So near to an edge the list scrolls, the faster the nearer. */
const EDGE_PX = 40
const FASTEST_PX = 28

/** Draws a band in a list, from where the mouse was pressed until it is let go. */
export function startMarquee(list: HTMLElement, pressed: PointerEvent, on: BandEvents): void {
  const stop = new AbortController()
  const from = placeIn(list, { x: pressed.clientX, y: pressed.clientY })
  const extent = { x: list.scrollWidth, y: list.scrollHeight }
  let pointer: Point = { x: pressed.clientX, y: pressed.clientY }
  let marquee: HTMLElement | null = null

  const draw = () => {
    const to = placeIn(list, pointer)
    const box = boxOf(from, { x: within(to.x, extent.x), y: within(to.y, extent.y) })
    if (!marquee && Math.hypot(to.x - from.x, to.y - from.y) < SLIPPED_PX) return
    marquee ??= begin(list, pressed.pointerId, on.onStart)
    Object.assign(marquee.style, {
      left: `${box.left}px`,
      top: `${box.top}px`,
      width: `${box.right - box.left}px`,
      height: `${box.bottom - box.top}px`,
    })
    on.onOver(box)
  }
  const scroll = () => {
    if (stop.signal.aborted) return
    const by = marquee ? pull(pointer.y, list.getBoundingClientRect()) : 0
    if (by !== 0) {
      list.scrollTop += by
      draw()
    }
    requestAnimationFrame(scroll)
  }
  const end = (isGivenUp: boolean) => {
    stop.abort()
    if (!marquee) return
    marquee.remove()
    if (isGivenUp) on.onGiveUp()
    else on.onEnd(placeIn(list, pointer).y < from.y)
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

function begin(list: HTMLElement, pointerId: number, onStart: () => void): HTMLElement {
  const marquee = document.createElement('div')
  marquee.className = classes.marquee ?? ''
  list.append(marquee)
  // Also outside of the list it is the list's.
  list.setPointerCapture(pointerId)
  onStart()
  return marquee
}

function placeIn(list: HTMLElement, { x, y }: Point): Point {
  const { left, top } = list.getBoundingClientRect()
  // Before its edge stands the scrollbar where the page is mirrored.
  return { x: x - left - list.clientLeft + list.scrollLeft, y: y - top + list.scrollTop }
}

const boxOf = (one: Point, other: Point): Box => ({
  left: Math.min(one.x, other.x),
  top: Math.min(one.y, other.y),
  right: Math.max(one.x, other.x),
  bottom: Math.max(one.y, other.y),
})

const within = (place: number, extent: number): number => Math.max(0, Math.min(extent, place))

/** By how much a list scrolls in a frame while the pointer is near its edge, or beyond. */
function pull(y: number, { top, bottom }: DOMRect): number {
  const near = (distance: number) =>
    Math.ceil(FASTEST_PX * Math.min(1, Math.max(0, (EDGE_PX - distance) / EDGE_PX)))
  return near(bottom - y) - near(y - top)
}
