import type { Item } from '@coffer/contract/items'
import type { Version } from '@coffer/contract/versions'
import { lazy, Suspense, useState } from 'react'
import { useDocumentTypes } from '../../features/documents/document-types.api.ts'
import type { ItemCache } from '../../lib/item-changes.ts'
import { useRestrictions } from './use-restrictions.ts'

const DocumentSection = lazy(async () => ({
  default: (await import('../../features/documents/document-section.tsx')).DocumentSection,
}))
const RequestSection = lazy(async () => ({
  default: (await import('./request-section.tsx')).RequestSection,
}))
const ShareSection = lazy(async () => ({
  default: (await import('../../features/shares/share-section.tsx')).ShareSection,
}))
const VersionsSection = lazy(async () => ({
  default: (await import('../../features/versions/versions-section.tsx')).VersionsSection,
}))

const VersionPreview = lazy(async () => ({
  default: (await import('./version-preview.tsx')).VersionPreview,
}))

interface ItemMoreProps {
  item: Item
  me: string
  cache: ItemCache
}

/** The sections below the details of an item: share, upload request, document and versions. */
export function ItemMore({ item, me, cache }: ItemMoreProps) {
  const { unlessRestricted } = useRestrictions()
  const [previewed, setPreviewed] = useState<Version | null>(null)
  const hasTypes = useDocumentTypes().length > 0
  const { can } = item.meta
  const isDocument = can.download && (item.attributes.tipo_id !== null || (hasTypes && can.edit))
  return (
    <>
      {can.share && (
        <Suspense>
          <ShareSection key={item.id} item={item} cache={cache} />
        </Suspense>
      )}
      {item.type === 'folder' && can.add && can.share && (
        <Suspense>
          <RequestSection key={item.id} folder={item} />
        </Suspense>
      )}
      {isDocument && (
        <Suspense>
          <DocumentSection item={item} cache={cache} />
        </Suspense>
      )}
      {can.download && item.attributes.versions > 0 && (
        <Suspense>
          <VersionsSection
            key={item.id}
            item={item}
            me={me}
            cache={cache}
            onLook={version => unlessRestricted('canDownload', () => setPreviewed(version), item)}
          />
        </Suspense>
      )}
      {previewed && (
        <Suspense>
          <VersionPreview
            item={item}
            version={previewed}
            cache={cache}
            onClose={() => setPreviewed(null)}
          />
        </Suspense>
      )}
    </>
  )
}
