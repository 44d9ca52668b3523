const FIRST_MS = 1000
const LONGEST_MS = 30_000

/**
 * Returns the pause in ms after a number of failures: exponential, with jitter so that clients do
 * not all retry at once.
 */
export function backoffMs(failures: number, random = Math.random()): number {
  const full = Math.min(LONGEST_MS, FIRST_MS * 2 ** (failures - 1))
  return Math.round(full * (0.5 + random / 2))
}
