const FIRST_MS = 1000
const LONGEST_MS = 30_000

/** Longer after each failure, and never the same for two, so that they don't come back all at once. */
export function backoffMs(failures: number, random = Math.random()): number {
  const full = Math.min(LONGEST_MS, FIRST_MS * 2 ** (failures - 1))
  return Math.round(full * (0.5 + random / 2))
}
