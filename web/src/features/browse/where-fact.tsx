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
  /** The folder that is shown, and those above it. */
  root: Item | null
  ancestors: readonly Crumb[]
  /** What lies over the list is closed on the way. */
  onLeave?: (() => void) | undefined
}

/** The folder that an item lies in, and the way to it. */
export function WhereFact({ item, me, root, ancestors, onLeave }: WhereFactProps) {
  const { t } = useTranslation()
  const place = placeOf(item, me)
  const address = useFolderAddress(place)(item.attributes.parent_id)
  const top = t(place === 'shared' ? 'places.shared_with_me' : 'places.files')
  const { deleted_at } = item.attributes
  const { origin } = item.meta
  const way = origin ? wayOf(origin.ancestors, top) : wayTo(item, root, ancestors, top)
  return (
    <Fact label={t(deleted_at === null ? 'files.where' : 'trash.was_in')}>
      {deleted_at === null || origin?.is_there ? (
        <Link {...address} onClick={onLeave}>
          {way}
        </Link>
      ) : (
        way
      )}
    </Fact>
  )
}

/** The folder that is shown lies above its items, but not in itself. */
function wayTo(item: Item, root: Item | null, ancestors: readonly Crumb[], top: string): string {
  const above = root && root.id !== item.id ? [{ name: root.attributes.name }] : []
  return wayOf([...ancestors, ...above], top)
}

const wayOf = (folders: readonly { name: string }[], top: string): string =>
  [top, ...folders.map(({ name }) => shownName(name))].join(' / ')
