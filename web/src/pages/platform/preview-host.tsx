import type { Item } from '@coffer/contract/items'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useUser } from '../../features/account/account.api.ts'
import { ancestorsQuery } from '../../features/browse/browse.api.ts'
import { InfoPanel } from '../../features/browse/info-panel.tsx'
import { useListingCache } from '../../features/browse/listing-cache.ts'
import { downloadFile } from '../../features/items/download-file.ts'
import { PreviewOverlay } from '../../features/previews/preview-overlay.tsx'
import { previewState, updatePreview } from '../../features/previews/preview-state.ts'
import { alsoUpdating, type ItemCache } from '../../lib/item-changes.ts'
import { useStore } from '../../lib/store.ts'
import { ItemMore } from './item-more.tsx'
import { PreviewName, PreviewTools } from './preview-tools.tsx'
import { useRestrictions } from './use-restrictions.ts'
import { useShowInFolder } from './use-reveal.ts'

const stopLooking = () => previewState.set(null)

/** Looks at files that were found, or that are favourites, whatever page is open. */
export function PreviewHost() {
  const looked = useStore(previewState)
  const showInFolder = useShowInFolder()
  const { unlessRestricted } = useRestrictions()
  const lists = useListingCache()
  const cache = useMemo(() => alsoUpdating(lists, updatePreview), [lists])
  const files = looked?.files
  const rows = useMemo(
    () => ({
      total: files?.length ?? 0,
      itemAt: (index: number) => files?.[index],
      load: async (from: number, to: number) => files?.slice(from, to + 1) ?? [],
      indexOf: (id: string) => files?.findIndex(one => one.id === id) ?? -1,
    }),
    [files],
  )
  if (!looked) return null
  const { item } = looked
  return (
    <PreviewOverlay
      key={item.id}
      item={item}
      index={rows.indexOf(item.id)}
      rows={rows}
      onClose={stopLooking}
      onDownload={one => unlessRestricted('canDownload', () => downloadFile(one), one)}
      onReveal={showInFolder}
      renderTools={(one, tools) => <PreviewTools cache={cache} item={one} tools={tools} />}
      renderName={(one, onDone) => (
        <PreviewName key={one.id} item={one} cache={cache} onDone={onDone} />
      )}
      renderInfo={one => <Info item={one} cache={cache} />}
    />
  )
}

function Info({ item, cache }: { item: Item; cache: ItemCache }) {
  const { id: me } = useUser()
  const { data: above } = useQuery(ancestorsQuery(item.id))
  return (
    <InfoPanel
      item={item}
      me={me}
      root={null}
      ancestors={above?.data ?? []}
      customer={above?.meta.customer}
      onLeave={stopLooking}
      foot={<ItemMore item={item} me={me} cache={cache} />}
    />
  )
}
