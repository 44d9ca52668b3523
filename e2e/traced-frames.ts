/** Fields of a Chromium trace event that are used here; times are in microseconds. */
export interface TraceEvent {
  name: string
  ph: string
  pid: number
  tid: number
  ts: number
  dur?: number
  /** CPU time, while `dur` also includes time spent on other threads. */
  tdur?: number
  args?: { name?: string; frame_reporter?: { scroll_state?: string } }
}

/**
 * Duration of each frame on screen, in milliseconds. The compositor scrolls without the page,
 * so there are more frames than the page renders.
 */
export function screenFrames(events: readonly TraceEvent[]): number[] {
  const shown = events
    .filter(({ name, ph }) => name === 'Display::DrawAndSwap' && ph === 'X')
    .map(({ ts }) => ts / 1000)
    .sort((one, other) => one - other)
  return shown.slice(1).map((time, index) => time - (shown[index] ?? time))
}

/** For each frame of a page, the work of its main thread until the next, in milliseconds. */
export function frameWork(events: readonly TraceEvent[]): number[] {
  const threads = Map.groupBy(
    events.filter(({ ph }) => ph === 'X'),
    ({ pid, tid }) => `${pid}:${tid}`,
  )
  const pages = events
    .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
    .map(({ pid, tid }) => framesOf(threads.get(`${pid}:${tid}`) ?? []))
  return pages.reduce((most, frames) => (frames.length > most.length ? frames : most), [])
}

function framesOf(events: readonly TraceEvent[]): number[] {
  const begins = events.filter(({ name }) => name === 'ProxyMain::BeginMainFrame')
  const tasks = events
    .filter(({ name }) => name === 'ThreadControllerImpl::RunTask')
    .sort((one, other) => one.ts - other.ts)
  const frames: number[] = []
  let next = 0
  for (const { ts, dur = 0, tdur = 0 } of tasks) {
    const begin = begins[next]
    if (begin && begin.ts < ts + dur) {
      frames.push(0)
      next += 1
    }
    const last = frames.length - 1
    if (last >= 0) frames[last] = (frames[last] ?? 0) + tdur / 1000
  }
  return frames
}

/** Threads that scrolled, by their Chromium names. */
export function scrollers(events: readonly TraceEvent[]): string[] {
  const states = events.map(({ args }) => args?.frame_reporter?.scroll_state ?? 'SCROLL_NONE')
  return [...new Set(states.filter(state => state !== 'SCROLL_NONE'))]
}
