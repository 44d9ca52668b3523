import type { Item } from '@coffer/contract/items'

/** Onto the reader's disk. */
export function downloadFile({ attributes: { file_url, name } }: Item): void {
  if (!file_url) return
  const link = document.createElement('a')
  link.href = `${file_url}?download=1`
  link.download = name
  link.click()
}
