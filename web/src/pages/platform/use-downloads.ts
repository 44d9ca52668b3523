import type { Item } from '@coffer/contract/items'
import { downloadFile } from '../../features/items/download-file.ts'
import { downloadAsZip, downloadWholeFolder } from '../../features/zip/zip-download.ts'
import type { PlaceState } from './use-place.ts'
import { useRestrictions } from './use-restrictions.ts'

/** With more exceptions than that, what is left is told item by item. */
const MOST_EXCEPTIONS = 300

/** A file as it is, folders and several items as one archive. */
export function useDownloads({ selection, cache: { door } }: PlaceState) {
  const { unlessRestricted } = useRestrictions()

  async function downloadItems(items: readonly Item[]): Promise<void> {
    const [only, ...more] = items
    if (only?.type === 'file' && more.length === 0) downloadFile(only)
    else if (only) await downloadAsZip(door, items)
  }
  async function downloadSelection(): Promise<void> {
    const { whole, count } = selection
    if (whole && count > 1 && whole.except.size <= MOST_EXCEPTIONS)
      downloadWholeFolder(door, { ...whole, count })
    else await downloadItems(await selection.resolve())
  }

  return {
    downloadOne: (item: Item) => unlessRestricted('canDownload', () => downloadFile(item)),
    downloadSelection: () => unlessRestricted('canDownload', () => void downloadSelection()),
  }
}
