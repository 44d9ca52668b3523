const WINDOW_MS = 8000
const SAMPLE_MS = 250

interface Sample {
  at: number
  bytes: number
}

/** How fast it goes, over the last seconds. */
export function createMeter(now: () => number = () => performance.now()) {
  let samples: Sample[] = []
  return {
    note(bytes: number): void {
      const at = now()
      const last = samples.at(-1)
      // Less than before: an upload was taken out, or went back to what the server has.
      if (last && bytes < last.bytes) samples = []
      // Waiting for the first byte says nothing about the speed.
      else if (samples.length === 1 && last?.bytes === bytes) samples = []
      else if (last && at - last.at < SAMPLE_MS) return
      samples = [...samples.filter(sample => at - sample.at < WINDOW_MS), { at, bytes }]
    },
    clear(): void {
      samples = []
    },
    /** 0 while there is nothing to go by. */
    perSecond(): number {
      const [first] = samples
      const last = samples.at(-1)
      if (!first || !last || first === last) return 0
      const elapsed = Math.max(now(), last.at) - first.at
      return elapsed > 0 ? ((last.bytes - first.bytes) * 1000) / elapsed : 0
    },
  }
}
