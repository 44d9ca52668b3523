/**
 * Limits what is in progress at once for each key.
 * @returns `enter`, which returns a function that ends one, or undefined at the limit
 */
export function createConcurrencyLimit(maximum: number) {
  const counts = new Map<string, number>()
  return function enter(key: string): (() => void) | undefined {
    const count = counts.get(key) ?? 0
    if (count >= maximum) return undefined
    counts.set(key, count + 1)
    return () => {
      const remaining = (counts.get(key) ?? 1) - 1
      if (remaining > 0) counts.set(key, remaining)
      else counts.delete(key)
    }
  }
}
