/** Runs work for one key at a time, in order of arrival; other keys run concurrently. */
export function createKeyedLock(): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  const tails = new Map<string, Promise<unknown>>()
  return (key, work) => {
    const previous = tails.get(key) ?? Promise.resolve()
    const result = previous.then(work, work)
    const settled = result
      .catch(() => undefined)
      .finally(() => {
        if (tails.get(key) === settled) tails.delete(key)
      })
    tails.set(key, settled)
    return result
  }
}
