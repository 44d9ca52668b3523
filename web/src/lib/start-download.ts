import { createStore } from './store.ts'

/** When something was last asked for; 0 is never. */
export const lastDownload = createStore(0)

/** Onto the reader's disk, without leaving the page; without a name it is called as the server says. */
export function startDownload(href: string, name = ''): void {
  const link = document.createElement('a')
  link.href = href
  link.download = name
  link.click()
  lastDownload.set(Date.now())
}
