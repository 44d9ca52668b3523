import { writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'

/** Lowers priority and makes this process the first to be killed when memory runs out. */
export function lowerPriority(): void {
  try {
    setPriority(10)
    writeFileSync('/proc/self/oom_score_adj', '1000')
  } catch {
    // Not possible on every system, and not required.
  }
}
