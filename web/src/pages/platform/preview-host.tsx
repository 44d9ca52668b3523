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
import { useCloseOnNavigation } from '../../ui/use-close-on-navigation.ts'
import { ItemMore } from './item-more.tsx'
import { PreviewName, PreviewTools } from './preview-tools.tsx'
import { useRestrictions } from './use-restrictions.ts'
import { useShowInFolder } from './use-reveal.ts'

const closePreview = () => previewState.set(null)

/** Previews search results and favourites on any page. */
export function PreviewHost() {
  const preview = useStore(previewState)
  useCloseOnNavigation(closePreview)
  const showInFolder = useShowInFolder()
  const { unlessRestricted } = useRestrictions()
  const lists = useListingCache()
  const cache = useMemo(() => alsoUpdating(lists, updatePreview), [lists])
  const files = preview?.files
  const rows = useMemo(
    () => ({
      total: files?.length ?? 0,
      itemAt: (index: number) => files?.[index],
      load: async (from: number, to: number) => files?.slice(from, to + 1) ?? [],
      indexOf: (id: string) => files?.findIndex(other => other.id === id) ?? -1,
    }),
    [files],
  )
  if (!preview) return null
  const { item } = preview
  return (
    <PreviewOverlay
      key={item.id}
      item={item}
      index={rows.indexOf(item.id)}
      rows={rows}
      onClose={closePreview}
      onDownload={file => unlessRestricted('canDownload', () => downloadFile(file), file)}
      onReveal={showInFolder}
      renderTools={(file, tools) => <PreviewTools cache={cache} item={file} tools={tools} />}
      renderName={(file, onDone) => (
        <PreviewName key={file.id} item={file} cache={cache} onDone={onDone} />
      )}
      renderInfo={file => <Info item={file} cache={cache} />}
    />
  )
}

function Info({ item, cache }: { item: Item; cache: ItemCache }) {
  const { id: me } = useUser()
  const { data: ancestors } = useQuery(ancestorsQuery(item.id))
  return (
    <InfoPanel
      item={item}
      me={me}
      root={null}
      ancestors={ancestors?.data ?? []}
      customer={ancestors?.meta.customer}
      onLeave={closePreview}
      foot={<ItemMore item={item} me={me} cache={cache} />}
    />
  )
}
