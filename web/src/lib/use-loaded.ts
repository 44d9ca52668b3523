import { useEffect, useState } from 'react'

const loaded = new Map<() => Promise<unknown>, unknown>()

/**
 * Loads a module that is not part of the first load when it is first needed.
 * @param load must be the same function on every render
 * @returns null until it is loaded
 */
export function useLoaded<T extends object>(load: () => Promise<T>, isNeeded: boolean): T | null {
  const [value, setValue] = useState(() => (loaded.get(load) as T | undefined) ?? null)
  useEffect(() => {
    if (!isNeeded || value !== null) return
    void load().then(module => {
      loaded.set(load, module)
      setValue(() => module)
    })
  }, [load, isNeeded, value])
  return value
}
