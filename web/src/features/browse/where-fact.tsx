import type { Item } from '@coffer/contract/items'
import type { Crumb } from '@coffer/contract/resource'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { shownName } from '../../lib/shown-name.ts'
import { Fact } from './fact.tsx'
import { placeOf, useFolderAddress } from './folder-address.ts'

interface WhereFactProps {
  item: Item
  me: string
  /** The current folder, and the folders above it. */
  root: Item | null
  ancestors: readonly Crumb[]
  /** Closes an overlay over the list before the link opens. */
  onLeave?: (() => void) | undefined
}

/** Shows the folder that contains an item, with a link to it. */
export function WhereFact({ item, me, root, ancestors, onLeave }: WhereFactProps) {
  const { t } = useTranslation()
  const location = placeOf(item, me)
  const address = useFolderAddress(location)(item.attributes.parent_id)
  const top = t(location === 'shared' ? 'places.shared_with_me' : 'places.files')
  const { deleted_at } = item.attributes
  const { origin } = item.meta
  const path = origin ? formatPath(origin.ancestors, top) : pathTo(item, root, ancestors, top)
  return (
    <Fact label={t(deleted_at === null ? 'files.where' : 'trash.original_location')}>
      {deleted_at === null || origin?.is_there ? (
        <Link {...address} onClick={onLeave}>
          {path}
        </Link>
      ) : (
        path
      )}
    </Fact>
  )
}

/** The current folder is above its items, but not above itself. */
function pathTo(item: Item, root: Item | null, ancestors: readonly Crumb[], top: string): string {
  const above = root && root.id !== item.id ? [{ name: root.attributes.name }] : []
  return formatPath([...ancestors, ...above], top)
}

const formatPath = (folders: readonly { name: string }[], top: string): string =>
  [top, ...folders.map(({ name }) => shownName(name))].join(' / ')
