import { onlineManager } from '@tanstack/react-query'
import { beforeAll, vi } from 'vitest'
import { unauthorised } from '../src/lib/session.ts'

/**
 * Files of a worker share the document, the globals and the modules, so that each file begins with
 * what a new page would show: an empty document, no stored settings, no ended session and the browser's
 * own globals.
 */
beforeAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  // A ping that a fake clock was to repeat never comes, and queries wait for it.
  onlineManager.setOnline(true)
  unauthorised.set(0)
  if (typeof document === 'undefined') return
  document.head.replaceChildren()
  document.body.replaceChildren()
  document.title = ''
  for (const { name } of [...document.documentElement.attributes])
    document.documentElement.removeAttribute(name)
  history.replaceState(null, '', '/')
  sessionStorage.clear()
  clearLocalStorage()
})

/** Settings in memory follow the event, as they follow another tab. */
function clearLocalStorage(): void {
  const keys = Object.keys(localStorage)
  localStorage.clear()
  for (const key of keys) dispatchEvent(new StorageEvent('storage', { key, newValue: null }))
}
