import { type RefObject, useLayoutEffect, useRef } from 'react'

/** A button that goes away leaves the keyboard with what it was in. */
export function useFocusHeir(): RefObject<HTMLButtonElement | null> {
  const ref = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    const button = ref.current
    return () => {
      if (button === document.activeElement) button?.closest('section')?.focus()
    }
  }, [])
  return ref
}
