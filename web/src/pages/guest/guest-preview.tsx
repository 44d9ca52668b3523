import type { Item } from '@coffer/contract/items'
import { downloadFile } from '../../features/items/download-file.ts'
import { PreviewOverlay } from '../../features/previews/preview-overlay.tsx'
import type { PreviewRows } from '../../features/previews/use-walk.ts'

interface GuestPreviewProps {
  item: Item
  index: number
  rows: PreviewRows
  /** Transforms the items that the preview shows; downloads use the original items. */
  transformPreview?: ((item: Item) => Item) | undefined
  onClose: (index: number) => void
}

const identity = (item: Item): Item => item

/** Previews the files of a guest page. */
export function GuestPreview({
  item,
  index,
  rows,
  transformPreview: transform = identity,
  onClose,
}: GuestPreviewProps) {
  return (
    <PreviewOverlay
      item={transform(item)}
      index={index}
      rows={{
        total: rows.total,
        indexOf: rows.indexOf,
        itemAt: at => {
          const item = rows.itemAt(at)
          return item && transform(item)
        },
        load: async (from, to) => (await rows.load(from, to)).map(transform),
      }}
      onClose={onClose}
      onDownload={shown => downloadFile(shown.id === item.id ? item : originalItem(rows, shown))}
    />
  )
}

/** Returns the original item, which has the URL of its content. */
function originalItem(rows: PreviewRows, shown: Item): Item {
  for (let at = 0; at < rows.total; at += 1) {
    const item = rows.itemAt(at)
    if (item?.id === shown.id) return item
  }
  return shown
}
