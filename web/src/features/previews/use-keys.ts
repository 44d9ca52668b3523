import { useEffect, useRef } from 'react'

type Keys = Partial<Record<string, () => void>>

const FIELDS = 'input, textarea, select'

/** Keys of a viewer while it is shown; whoever types somewhere is left alone. */
export function useKeys(keys: Keys): void {
  const latest = useRef(keys)
  latest.current = keys
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const run = latest.current[event.key]
      const isTyping = event.target instanceof Element && event.target.closest(FIELDS)
      if (!run || isTyping || event.defaultPrevented) return
      if (event.ctrlKey || event.metaKey || event.altKey) return
      event.preventDefault()
      run()
    }
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
}
