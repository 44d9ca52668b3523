/**
 * Runs the work at the first call and then at most once in the given time, for all calls since: a
 * thousand files that somebody else uploads are no reason to ask a thousand times.
 */
export function gather<T>(work: (calls: T[]) => void, pauseMs: number): (call: T) => void {
  let waiting: T[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  function run(): void {
    timer = undefined
    if (waiting.length === 0) return
    const calls = waiting
    waiting = []
    timer = setTimeout(run, pauseMs)
    work(calls)
  }
  return call => {
    waiting.push(call)
    if (timer === undefined) run()
  }
}
