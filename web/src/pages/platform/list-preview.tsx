import type { Item } from '@coffer/contract/items'
import { lazy, Suspense } from 'react'
import type { ListState } from './use-list-page.ts'
import type { usePreview } from './use-preview.ts'

const PreviewOverlay = lazy(async () => ({
  default: (await import('../../features/previews/preview-overlay.tsx')).PreviewOverlay,
}))
const tools = () => import('./preview-tools.tsx')
const PreviewTools = lazy(async () => ({ default: (await tools()).PreviewTools }))
const PreviewName = lazy(async () => ({ default: (await tools()).PreviewName }))
const OneInfo = lazy(async () => ({ default: (await import('./item-details.tsx')).ItemDetails }))

interface ListPreviewProps {
  list: ListState & ReturnType<typeof usePreview> & { downloadOne: (item: Item) => void }
  /** Reveals a file in its folder; undefined where the list is its folder. */
  onReveal?: ((item: Item) => void) | undefined
}

/** Previews the files of a list. */
export function ListPreview({ list, onReveal }: ListPreviewProps) {
  const { previewed, listing, closePreview, downloadOne } = list
  if (!previewed) return null
  return (
    <Suspense>
      <PreviewOverlay
        {...previewed}
        rows={listing.rows}
        onClose={closePreview}
        onDownload={downloadOne}
        onReveal={onReveal}
        renderTools={(item, tools) => (
          <Suspense>
            <PreviewTools cache={list.cache} item={item} tools={tools} />
          </Suspense>
        )}
        renderName={(item, onDone) => (
          <Suspense>
            <PreviewName key={item.id} item={item} cache={list.cache} onDone={onDone} />
          </Suspense>
        )}
        renderInfo={item => (
          <Suspense>
            <OneInfo list={list} item={item} onLeave={() => closePreview(previewed.index)} />
          </Suspense>
        )}
      />
    </Suspense>
  )
}
