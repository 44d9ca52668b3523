const PAUSE_MS = 30_000

/**
 * Reloads the page at most once in 30 seconds per reason, so that a failing reload does not loop.
 */
export function reloadOnce(reason: string): void {
  const key = `coffer.reloaded.${reason}`
  const last = Number(sessionStorage.getItem(key))
  if (Date.now() - last < PAUSE_MS) return
  sessionStorage.setItem(key, String(Date.now()))
  location.reload()
}
