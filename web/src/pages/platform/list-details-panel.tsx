import type { Item } from '@coffer/contract/items'
import { useMediaQuery } from '@mantine/hooks'
import { lazy, Suspense, useState } from 'react'
import { InfoOfMany, InfoOfNothing } from '../../features/browse/info-blank.tsx'
import { useStore } from '../../lib/store.ts'
import { infoPanel } from '../../ui/view-settings.ts'
import type { ListState } from './use-list-page.ts'

const OneInfo = lazy(async () => ({ default: (await import('./one-info.tsx')).OneInfo }))

/** Beside the list the panel is as it was left; where it would lie over the list it is opened when needed. */
export function useInfo() {
  const isBeside = useMediaQuery('(min-width: 1200px)', undefined, {
    getInitialValueInEffect: false,
  })
  const kept = useStore(infoPanel) === 'shown'
  const [isOver, setOver] = useState(false)
  return {
    isOpen: isBeside ? kept : isOver,
    isBeside,
    toggle: () => {
      if (isBeside) infoPanel.set(kept ? 'hidden' : 'shown')
      else setOver(!isOver)
    },
  }
}

interface PlaceInfoProps {
  place: ListState
  name: string
  onClose?: (() => void) | undefined
}

/** The facts of what is selected, or of the folder that is shown. */
export function ListDetailsPanel({ place, name, onClose }: PlaceInfoProps) {
  const { selection, listing } = place
  const [first] = selection.items
  if (selection.count > 1)
    return <InfoOfMany count={selection.count} bytes={bytesOf(selection.items, selection.count)} />
  const item = selection.count === 1 ? first : listing.root
  if (!item) return <InfoOfNothing name={name} count={listing.rows.total} />
  return (
    <Suspense>
      <OneInfo place={place} item={item} onClose={onClose} />
    </Suspense>
  )
}

/** Null where the weight is not known: of folders, and of what is not loaded. */
function bytesOf(items: readonly Item[], count: number): number | null {
  if (items.length !== count || items.some(item => item.type === 'folder')) return null
  return items.reduce((sum, item) => sum + item.attributes.size_bytes, 0)
}
