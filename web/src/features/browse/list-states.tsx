import { FolderOpen } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../ui/empty-state.tsx'
import classes from './list-states.module.css'

/** Props of the icon in an empty state. */
export const listIcon = { size: 30, strokeWidth: 1.5, 'aria-hidden': true } as const
export const ListIcon = ({ children }: { children: ReactNode }) => (
  <span className={classes.listIcon}>{children}</span>
)

interface EmptyFolderProps {
  isHome: boolean
  /** Whether files can be dropped; phones have no pointer. */
  canDrop: boolean | undefined
  children?: ReactNode
}

/** The empty state of a folder, which explains how to add items. */
export function EmptyFolder({ isHome, canDrop, children }: EmptyFolderProps) {
  const { t } = useTranslation()
  return (
    <EmptyState
      picture={
        <ListIcon>
          <FolderOpen {...listIcon} />
        </ListIcon>
      }
      title={t(isHome ? 'files.empty_home' : 'files.empty_folder')}
      text={t(canDrop ? 'files.empty_text' : 'files.empty_text_touch')}
    >
      {children}
    </EmptyState>
  )
}
