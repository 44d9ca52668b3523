/** Uses localStorage. A browser may block it; the result is then undefined and nothing is stored. */
export function withStorage<T>(work: (storage: Storage) => T): T | undefined {
  try {
    return work(localStorage)
  } catch {
    return undefined
  }
}
