import { useEffect } from 'react'
import { onUserLeft } from '../../lib/personal-list.ts'
import { createStore } from '../../lib/store.ts'
import { isOverlayOpen } from '../../ui/modal-dialog.ts'

export const isSpotlightOpen = createStore(false)

export const openSpotlight = (): void => isSpotlightOpen.set(true)
export const closeSpotlight = (): void => isSpotlightOpen.set(false)

onUserLeft(closeSpotlight)

/** Opens and closes the spotlight with Ctrl+K or Cmd+K on any page. */
export function useSpotlightKey(): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const isShortcut = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)
      if (!isShortcut || event.altKey || event.shiftKey) return
      event.preventDefault()
      if (isSpotlightOpen.get()) closeSpotlight()
      else if (!isOverlayOpen()) openSpotlight()
    }
    addEventListener('keydown', listen)
    return () => {
      removeEventListener('keydown', listen)
      // A page without the spotlight, for example after the session has ended.
      closeSpotlight()
    }
  }, [])
}

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent)
export const spotlightKeys = isApple ? '⌘ K' : 'Ctrl K'
