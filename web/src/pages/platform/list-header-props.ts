import type { ReactNode } from 'react'
import type { Drops } from '../../features/browse/drops.ts'
import type { MenuAction } from '../../features/items/menu-entry.tsx'
import type { ListState } from './use-list-page.ts'

export interface PlaceHeadProps {
  place: ListState
  top: string
  drops: Drops | undefined
  /** For what is selected. */
  actions: readonly MenuAction[]
  info: { isOpen: boolean; toggle: () => void }
  /** What a phone has no room to show. */
  more: readonly MenuAction[]
  /** Before the other tools. */
  tools?: ReactNode
  /** At the end of the first line. */
  children?: ReactNode
}

/** Also where the folder is not to be had: what is left then is the way up. */
export const isTop = ({ shelf, listing }: ListState): boolean =>
  shelf.folderId === null || listing.error !== null

/** Of a folder only once it is known. */
export const titleOf = ({ place, top }: Pick<PlaceHeadProps, 'place' | 'top'>) =>
  isTop(place) ? top : place.listing.root?.attributes.name
