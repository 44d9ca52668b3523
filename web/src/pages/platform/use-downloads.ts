import type { Item } from '@coffer/contract/items'
import { downloadFile } from '../../features/items/download-file.ts'
import { downloadAsZip, downloadFolder, MAX_URL_ITEMS } from '../../features/zip/zip-download.ts'
import { withFailurePopup } from '../../ui/popups/popups.ts'
import type { ListState } from './use-list-page.ts'
import { useRestrictions } from './use-restrictions.ts'

/** Downloads one file directly, and folders or several items as a zip. */
export function useDownloads({ selection, cache }: ListState) {
  const { unlessRestricted } = useRestrictions()
  const { more } = cache.scope

  async function downloadItems(items: readonly Item[]): Promise<void> {
    const [only] = items
    if (only?.type === 'file' && items.length === 1) downloadFile(only)
    else if (only && more) await downloadAsZip(more, items)
  }
  const downloadSelection = withFailurePopup(async () => {
    const { bulk, count } = selection
    // With more exceptions, the remaining items are sent as a list of ids.
    if (more && bulk && count > 1 && bulk.except.size <= MAX_URL_ITEMS)
      await downloadFolder(more, { ...bulk, count })
    else await downloadItems(await selection.resolve())
  })

  return {
    downloadOne: (item: Item) => unlessRestricted('canDownload', () => downloadFile(item), item),
    downloadSelection: () =>
      unlessRestricted('canDownload', () => void downloadSelection(), selection.items[0]),
  }
}
