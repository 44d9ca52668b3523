const WINDOW_MS = 8000
const SAMPLE_MS = 250

interface Sample {
  at: number
  bytes: number
}

/** Measures the upload speed over the last seconds. */
export function createMeter(now: () => number = () => performance.now()) {
  let samples: Sample[] = []
  return {
    record(bytes: number): void {
      const at = now()
      const last = samples.at(-1)
      // Fewer bytes than before: an upload was removed, or continues at the server's offset.
      if (last && bytes < last.bytes) samples = []
      // Time before the first byte says nothing about the speed.
      else if (samples.length === 1 && last?.bytes === bytes) samples = []
      else if (last && at - last.at < SAMPLE_MS) return
      samples = [...samples.filter(sample => at - sample.at < WINDOW_MS), { at, bytes }]
    },
    clear(): void {
      samples = []
    },
    /** Bytes per second; 0 until there are two samples. */
    perSecond(): number {
      const [first] = samples
      const last = samples.at(-1)
      if (!first || !last || first === last) return 0
      const elapsed = Math.max(now(), last.at) - first.at
      return elapsed > 0 ? ((last.bytes - first.bytes) * 1000) / elapsed : 0
    },
  }
}
