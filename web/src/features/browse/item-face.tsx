import type { Item } from '@coffer/contract/items'
import { FileTile } from '../../ui/file-tile.tsx'
import { FolderIcon } from '../../ui/folder-icon.tsx'

/** How an item looks: a folder in its colour, a file as the small picture of it, or by its kind. */
export function ItemIcon({ item, size }: { item: Item; size: number }) {
  const { name, color, emoji } = item.attributes
  return item.type === 'folder' ? (
    <FolderIcon color={color} emoji={emoji} size={size} />
  ) : (
    <FileTile
      name={name}
      picture={item.attributes.thumbnail?.[size > 44 ? 'sm' : 'xs'] ?? null}
      size={size}
    />
  )
}
