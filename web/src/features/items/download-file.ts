import type { Item } from '@coffer/contract/items'
import { startDownload } from '../../lib/start-download.ts'

/** Downloads a file. */
export function downloadFile({ attributes: { file_url, name } }: Item): void {
  if (file_url) startDownload(`${file_url}?download=1`, name)
}
