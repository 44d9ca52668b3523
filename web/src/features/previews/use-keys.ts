import { useEffect, useRef } from 'react'
import { alongReading } from '../../lib/direction.ts'
import { modalDialogs } from '../../ui/modal-dialog.ts'

type Keys = Partial<Record<string, () => void>>

/** They have keys of their own: a film or a sound that has the focus is moved in by the arrows. */
const FIELDS = 'input, textarea, select, video, audio'

/** Keys of a viewer while it is shown; whoever types somewhere is left alone. */
export function useKeys(keys: Keys): void {
  const latest = useRef(keys)
  latest.current = keys
  useEffect(() => {
    // The viewer's own; whatever opens over it is nearer.
    const own = modalDialogs.get().at(-1)
    const listen = (event: KeyboardEvent) => {
      const run = latest.current[alongReading(event.key)]
      const isElsewhere = event.target instanceof Element && event.target.closest(FIELDS)
      if (!run || isElsewhere || event.defaultPrevented) return
      if (modalDialogs.get().at(-1) !== own) return
      if (event.ctrlKey || event.metaKey || event.altKey) return
      event.preventDefault()
      run()
    }
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
}
