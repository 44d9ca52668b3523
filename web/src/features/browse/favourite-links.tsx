import type { Item } from '@coffer/contract/items'
import { Star } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { NO_FOLDER } from '../../lib/no-folder.ts'
import { shownName } from '../../lib/shown-name.ts'
import { PanelGroup, PanelLink } from '../../ui/panel-link.tsx'
import { ADDRESS } from './browse.api.ts'
import { type Drops, dropFolderOf, useDropTarget } from './drops.ts'
import { placeOf } from './folder-address.ts'

interface FavouriteLinksProps {
  items: readonly Item[]
  me: string
  drops: Drops
  /** Opens a file; its link leads to the folder that contains it. */
  onFile: (item: Item) => void
}

/** Links to the user's favourites in the panel. Folders are drop targets. */
export function FavouriteLinks({ items, ...props }: FavouriteLinksProps) {
  const { t } = useTranslation()
  if (items.length === 0) return null
  return (
    <PanelGroup title={t('favourites.title')}>
      {items.map(item => (
        <FavouriteLink key={item.id} item={item} {...props} />
      ))}
    </PanelGroup>
  )
}

function FavouriteLink({
  item,
  me,
  drops,
  onFile,
}: Omit<FavouriteLinksProps, 'items'> & { item: Item }) {
  const isFolder = item.type === 'folder'
  const { isOver, handlers } = useDropTarget({
    folder: dropFolderOf(item),
    drops: isFolder ? drops : undefined,
  })
  const { parent_id, name } = item.attributes
  const id = isFolder ? item.id : parent_id
  return (
    <PanelLink
      to={ADDRESS[placeOf(item, me)]}
      params={id ? { id } : NO_FOLDER}
      icon={Star}
      data-over={isOver || undefined}
      title={shownName(name)}
      // Only a folder can be the current page.
      activeProps={isFolder ? {} : { 'aria-current': false }}
      onClick={event => {
        if (isFolder || event.ctrlKey || event.metaKey || event.shiftKey) return
        event.preventDefault()
        onFile(item)
      }}
      {...handlers}
    >
      {shownName(name)}
    </PanelLink>
  )
}
