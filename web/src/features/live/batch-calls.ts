/**
 * Batches calls: runs `work` at once for the first call and then at most once per `pauseMs`, so
 * that a thousand events cause few requests.
 */
export function batchCalls<T>(work: (calls: T[]) => void, pauseMs: number): (call: T) => void {
  let pending: T[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  function run(): void {
    timer = undefined
    if (pending.length === 0) return
    const calls = pending
    pending = []
    timer = setTimeout(run, pauseMs)
    work(calls)
  }
  return call => {
    pending.push(call)
    if (timer === undefined) run()
  }
}
