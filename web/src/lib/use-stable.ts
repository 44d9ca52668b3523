import { useCallback, useRef } from 'react'

/** The same function on every render, which does what the latest one would. */
export function useStable<A extends unknown[], R>(run: (...args: A) => R): (...args: A) => R {
  const latest = useRef(run)
  latest.current = run
  return useCallback((...args: A) => latest.current(...args), [])
}
