import { useEffect, useState } from 'react'

const loaded = new Map<() => Promise<unknown>, unknown>()

/**
 * Code that is not part of the first load, fetched when it is first needed.
 *
 * @param load the same function on every render
 * @returns null until it is loaded
 */
export function useLoaded<T extends object>(load: () => Promise<T>, isNeeded: boolean): T | null {
  const [value, setValue] = useState(() => (loaded.get(load) as T | undefined) ?? null)
  useEffect(() => {
    if (!isNeeded || value !== null) return
    void load().then(found => {
      loaded.set(load, found)
      setValue(() => found)
    })
  }, [load, isNeeded, value])
  return value
}
