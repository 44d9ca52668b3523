import type { Item } from '@coffer/contract/items'
import { downloadFile } from '../../features/items/download-file.ts'
import { downloadAsZip, downloadWholeFolder } from '../../features/zip/zip-download.ts'
import type { ListState } from './use-list-page.ts'
import { useRestrictions } from './use-restrictions.ts'

/** With more exceptions than that, what is left is told item by item. */
const MOST_EXCEPTIONS = 300

/** A file as it is, folders and several items as one archive. */
export function useDownloads({ selection, cache }: ListState) {
  const { unlessRestricted } = useRestrictions()
  const { more } = cache.scope

  async function downloadItems(items: readonly Item[]): Promise<void> {
    const [only] = items
    if (only?.type === 'file' && items.length === 1) downloadFile(only)
    else if (only && more) await downloadAsZip(more, items)
  }
  async function downloadSelection(): Promise<void> {
    const { whole, count } = selection
    if (more && whole && count > 1 && whole.except.size <= MOST_EXCEPTIONS)
      await downloadWholeFolder(more, { ...whole, count })
    else await downloadItems(await selection.resolve())
  }

  return {
    downloadOne: (item: Item) => unlessRestricted('canDownload', () => downloadFile(item), item),
    downloadSelection: () =>
      unlessRestricted('canDownload', () => void downloadSelection(), selection.items[0]),
  }
}
