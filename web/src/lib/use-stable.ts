import { useCallback, useRef } from 'react'

/** Returns the same function on every render, which calls the latest `run`. */
export function useStable<A extends unknown[], R>(run: (...args: A) => R): (...args: A) => R {
  const latest = useRef(run)
  latest.current = run
  return useCallback((...args: A) => latest.current(...args), [])
}
