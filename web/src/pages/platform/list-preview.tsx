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
const OneInfo = lazy(async () => ({ default: (await import('./one-info.tsx')).OneInfo }))

interface PlacePreviewProps {
  place: ListState & ReturnType<typeof usePreview> & { downloadOne: (item: Item) => void }
  /** Where the list doesn't show in which folder a file lies. */
  onReveal?: ((item: Item) => void) | undefined
}

/** Looks at the files of a list, one after the other. */
export function ListPreview({ place, onReveal }: PlacePreviewProps) {
  const { previewed, listing, closePreview, downloadOne } = place
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
            <PreviewTools cache={place.cache} item={item} tools={tools} />
          </Suspense>
        )}
        renderName={(item, onDone) => (
          <Suspense>
            <PreviewName key={item.id} item={item} cache={place.cache} onDone={onDone} />
          </Suspense>
        )}
        renderInfo={item => (
          <Suspense>
            <OneInfo place={place} item={item} onLeave={() => closePreview(previewed.index)} />
          </Suspense>
        )}
      />
    </Suspense>
  )
}
