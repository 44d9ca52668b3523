import { useEffect, useRef } from 'react'
import { alongReading } from '../../lib/direction.ts'
import { modalDialogs } from '../../ui/modal-dialog.ts'

type Keys = Partial<Record<string, () => void>>

/** Elements that use keys themselves, such as arrow keys to seek in a video. */
const KEY_TARGETS = 'input, textarea, select, video, audio'

/** Handles keys of a viewer while it is shown, except in fields. */
export function useKeys(keys: Keys): void {
  const latest = useRef(keys)
  latest.current = keys
  useEffect(() => {
    // The viewer's own dialog; a dialog opened over it takes precedence.
    const ownDialog = modalDialogs.get().at(-1)
    const listen = (event: KeyboardEvent) => {
      const run = latest.current[alongReading(event.key)]
      const isInKeyTarget = event.target instanceof Element && event.target.closest(KEY_TARGETS)
      if (!run || isInKeyTarget || event.defaultPrevented) return
      if (modalDialogs.get().at(-1) !== ownDialog) return
      if (event.ctrlKey || event.metaKey || event.altKey) return
      event.preventDefault()
      run()
    }
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
}
