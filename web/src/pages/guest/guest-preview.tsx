import type { Item } from '@coffer/contract/items'
import { downloadFile } from '../../features/items/download-file.ts'
import { PreviewOverlay } from '../../features/previews/preview-overlay.tsx'
import type { WalkRows } from '../../features/previews/use-walk.ts'

interface GuestPreviewProps {
  item: Item
  index: number
  rows: WalkRows
  /** What is shown of each; what is downloaded is the whole. */
  spare?: ((item: Item) => Item) | undefined
  onClose: (index: number) => void
}

const asItIs = (item: Item): Item => item

/** Looks at the files of a link, one after the other. */
export function GuestPreview({ item, index, rows, spare = asItIs, onClose }: GuestPreviewProps) {
  return (
    <PreviewOverlay
      item={spare(item)}
      index={index}
      rows={{
        total: rows.total,
        itemAt: at => {
          const found = rows.itemAt(at)
          return found && spare(found)
        },
        load: async (from, to) => (await rows.load(from, to)).map(spare),
      }}
      onClose={onClose}
      onDownload={shown => downloadFile(shown.id === item.id ? item : unspared(rows, shown))}
    />
  )
}

/** With the address of its content. */
function unspared(rows: WalkRows, shown: Item): Item {
  for (let at = 0; at < rows.total; at += 1) {
    const found = rows.itemAt(at)
    if (found?.id === shown.id) return found
  }
  return shown
}
