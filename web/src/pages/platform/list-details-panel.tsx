import type { Item } from '@coffer/contract/items'
import { useMediaQuery } from '@mantine/hooks'
import { lazy, Suspense, useState } from 'react'
import { InfoOfMany, InfoOfNothing } from '../../features/browse/info-blank.tsx'
import { useStore } from '../../lib/store.ts'
import { infoPanel } from '../../ui/view-settings.ts'
import type { ListState } from './use-list-page.ts'

const OneInfo = lazy(async () => ({ default: (await import('./item-details.tsx')).ItemDetails }))

/**
 * On wide screens the panel keeps its stored state; where it overlays the list it is opened on
 * demand.
 */
export function useInfo() {
  const isBeside = useMediaQuery('(min-width: 1200px)', undefined, {
    getInitialValueInEffect: false,
  })
  const isShown = useStore(infoPanel) === 'shown'
  const [isOverlayOpen, setOverlayOpen] = useState(false)
  return {
    isOpen: isBeside ? isShown : isOverlayOpen,
    isBeside,
    toggle: () => {
      if (isBeside) infoPanel.set(isShown ? 'hidden' : 'shown')
      else setOverlayOpen(!isOverlayOpen)
    },
  }
}

interface ListDetailsPanelProps {
  list: ListState
  name: string
  onClose?: (() => void) | undefined
}

/** Details of the selection, or of the current folder. */
export function ListDetailsPanel({ list, name, onClose }: ListDetailsPanelProps) {
  const { selection, listing } = list
  const [first] = selection.items
  if (selection.count > 1)
    return <InfoOfMany count={selection.count} bytes={bytesOf(selection.items, selection.count)} />
  const item = selection.count === 1 ? first : listing.root
  if (!item)
    return (
      <InfoOfNothing
        name={name}
        count={listing.isLoading ? null : listing.rows.total}
        isCapped={listing.rows.isCapped}
      />
    )
  return (
    <Suspense>
      <OneInfo list={list} item={item} onClose={onClose} />
    </Suspense>
  )
}

/** Total size in bytes; null when it is unknown because of folders or items that are not loaded. */
function bytesOf(items: readonly Item[], count: number): number | null {
  if (items.length !== count || items.some(item => item.type === 'folder')) return null
  return items.reduce((sum, item) => sum + item.attributes.size_bytes, 0)
}
