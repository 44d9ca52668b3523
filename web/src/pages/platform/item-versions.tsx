import type { Item } from '@coffer/contract/items'
import { lazy, Suspense } from 'react'
import { useListingCache } from '../../features/browse/listing-cache.ts'

const VersionsSection = lazy(async () => ({
  default: (await import('../../features/versions/versions-section.tsx')).VersionsSection,
}))

/** The contents of a file that has had others, in its details. */
export function ItemVersions({ item, me }: { item: Item; me: string }) {
  const cache = useListingCache()
  if (item.attributes.versions === 0) return null
  return (
    <Suspense>
      <VersionsSection item={item} me={me} cache={cache} />
    </Suspense>
  )
}
