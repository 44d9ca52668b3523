import type { Item } from '@coffer/contract/items'
import { startDownload } from '../../lib/start-download.ts'

/** Onto the reader's disk. */
export function downloadFile({ attributes: { file_url, name } }: Item): void {
  if (file_url) startDownload(`${file_url}?download=1`, name)
}
