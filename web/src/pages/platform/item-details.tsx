import type { Item } from '@coffer/contract/items'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Star } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ancestorsQuery } from '../../features/browse/browse.api.ts'
import { InfoPanel } from '../../features/browse/info-panel.tsx'
import { ItemMore } from './item-more.tsx'
import { useStarItem } from './use-favourites.ts'
import type { ListState } from './use-list-page.ts'

interface ItemDetailsProps {
  list: ListState
  item: Item
  onClose?: (() => void) | undefined
  onLeave?: (() => void) | undefined
}

/** Details of one item. */
export function ItemDetails({ list, item, onClose, onLeave }: ItemDetailsProps) {
  const { t } = useTranslation()
  const { listing, me, isFlat, cache } = list
  const starItem = useStarItem(cache)
  const fetchedId = itemToFetchAncestorsOf(list, item)
  const { data: ancestors } = useQuery({
    ...ancestorsQuery(fetchedId ?? ''),
    enabled: fetchedId !== null,
  })
  const { is_favourite } = item.attributes
  const canStar = item.meta.can.download && item.attributes.deleted_at === null
  return (
    <InfoPanel
      item={item}
      me={me}
      root={listing.root ?? null}
      ancestors={isFlat ? (item.meta.ancestors ?? ancestors?.data ?? []) : listing.ancestors}
      customer={ancestors?.meta.customer}
      onClose={onClose}
      onLeave={onLeave}
      foot={<ItemMore item={item} me={me} cache={cache} />}
    >
      {canStar && (
        <Button
          variant="default"
          aria-pressed={is_favourite}
          leftSection={<Star size={16} strokeWidth={1.75} aria-hidden />}
          onClick={() => void starItem(item)}
        >
          {t(is_favourite ? 'favourites.remove' : 'favourites.add')}
        </Button>
      )}
    </InfoPanel>
  )
}

/**
 * Returns the item whose ancestors are fetched; null when they are known. Within a folder only its
 * top ancestor can be a customer folder, so one query serves all items.
 */
function itemToFetchAncestorsOf(
  { listing, isFlat, location }: ListState,
  item: Item,
): string | null {
  // Deleted items come with the place they were in, and may be gone permanently at any time.
  if (location.place === 'trash' || item.attributes.deleted_at !== null) return null
  if (isFlat) return item.id
  const top = listing.ancestors[0]?.id ?? listing.root?.id
  return top ?? (item.type === 'folder' ? item.id : null)
}
