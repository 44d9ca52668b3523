import type { Item } from '@coffer/contract/items'
import { FileTile } from '../../ui/file-tile.tsx'
import { FolderIcon } from '../../ui/folder-icon.tsx'

/** The icon of an item: a coloured folder, or a file's thumbnail or type. */
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
