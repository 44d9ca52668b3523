import type { ReactNode } from 'react'
import type { Drops } from '../../features/browse/drops.ts'
import type { MenuAction } from '../../ui/menu-entry.tsx'
import type { ListState } from './use-list-page.ts'

export interface ListHeaderProps {
  list: ListState
  top: string
  drops: Drops | undefined
  /** Actions for the selection. */
  actions: readonly MenuAction[]
  info: { isOpen: boolean; toggle: () => void }
  /** Actions that do not fit on phones. */
  more: readonly MenuAction[]
  /** Shown before the other tools. */
  tools?: ReactNode
  /** Shown at the end of the first line. */
  children?: ReactNode
}

/** Whether the root of the list is shown; also for a folder that could not be loaded. */
export const isTop = ({ location, listing }: ListState): boolean =>
  location.folderId === null || listing.error !== null

/** The title of the list; undefined until the folder is loaded. */
export const titleOf = ({ list, top }: Pick<ListHeaderProps, 'list' | 'top'>) =>
  isTop(list) ? top : list.listing.root?.attributes.name
