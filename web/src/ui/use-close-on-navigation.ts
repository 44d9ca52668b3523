import { useRouterState } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'

/** Closes an overlay when a link is followed or the browser goes back or forward. */
export function useCloseOnNavigation(onClose: () => void): void {
  const href = useRouterState({ select: state => state.location.href })
  const opened = useRef(href)
  useEffect(() => {
    if (href !== opened.current) onClose()
  }, [href, onClose])
}
