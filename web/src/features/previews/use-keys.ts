import { useEffect, useRef } from 'react'
import { alongReading } from '../../lib/direction.ts'

type Keys = Partial<Record<string, () => void>>

/**
 * They have keys of their own: a film or a sound that has the focus is moved in by the arrows, and a
 * dialog over the viewer is nearer.
 */
const FIELDS = 'input, textarea, select, video, audio, dialog dialog'

/** Keys of a viewer while it is shown; whoever types somewhere is left alone. */
export function useKeys(keys: Keys): void {
  const latest = useRef(keys)
  latest.current = keys
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const run = latest.current[alongReading(event.key)]
      const isElsewhere = event.target instanceof Element && event.target.closest(FIELDS)
      if (!run || isElsewhere || event.defaultPrevented) return
      if (event.ctrlKey || event.metaKey || event.altKey) return
      event.preventDefault()
      run()
    }
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
}
