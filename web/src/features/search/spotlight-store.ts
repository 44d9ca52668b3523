import { useEffect } from 'react'
import { createStore } from '../../lib/store.ts'

export const isSpotlightOpen = createStore(false)

/** Spec §2: the spotlight opens with Ctrl or Cmd and K, wherever one is. */
export function useSpotlightKey(): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const isIt = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)
      if (!isIt || event.altKey || event.shiftKey) return
      event.preventDefault()
      // Not over a question that waits for its answer.
      if (!isSpotlightOpen.get() && document.querySelector('dialog[open]')) return
      isSpotlightOpen.set(!isSpotlightOpen.get())
    }
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
}

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent)
export const spotlightKeys = isApple ? '⌘ K' : 'Ctrl K'
