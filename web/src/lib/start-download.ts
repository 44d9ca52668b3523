import { createStore } from './store.ts'

/** Time of the last download in ms; 0 means never. */
export const lastDownload = createStore(0)

/**
 * Saves a URL to disk without leaving the page. Without a name the server decides the file name.
 */
export function startDownload(href: string, name = ''): void {
  const link = document.createElement('a')
  link.href = href
  link.download = name
  link.click()
  lastDownload.set(Date.now())
}
