import type { Item } from '@coffer/contract/items'
import { useState } from 'react'
import { focusList, type ListState } from './use-list-page.ts'
import { useRestrictions } from './use-restrictions.ts'

/** Previews files over the list; the last previewed file gets the cursor when it closes. */
export function usePreview({ listing, selection }: ListState) {
  const { unlessRestricted } = useRestrictions()
  const [previewed, setPreviewed] = useState<{ item: Item; index: number } | null>(null)
  return {
    previewed,
    preview: (item: Item) =>
      unlessRestricted(
        'canDownload',
        () => setPreviewed({ item, index: listing.rows.indexOf(item.id) }),
        item,
      ),
    closePreview: (index: number) => {
      setPreviewed(null)
      selection.pick(index)
      focusList()
    },
  }
}
