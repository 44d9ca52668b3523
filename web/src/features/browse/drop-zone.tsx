import { Upload } from 'lucide-react'
import type { MouseEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './drop-zone.module.css'
import { type Drops, useDropTarget } from './drops.ts'

interface DropZoneProps {
  folderId: string | null
  folderName: string
  drops: Drops | undefined
  /** Opens the folder's own menu; an empty folder has no list that could handle the event. */
  onMenu?: (at: { x: number; y: number }) => void
  children: ReactNode
}

/** The area around the rows is a drop target for the current folder. */
export function DropZone({ folderId, folderName, drops, onMenu, children }: DropZoneProps) {
  const { t } = useTranslation()
  const { isOver, handlers } = useDropTarget({ folder: { id: folderId, name: folderName }, drops })
  const onContextMenu = (event: MouseEvent) => {
    // The list handles its own context menu.
    if (!onMenu || event.defaultPrevented) return
    event.preventDefault()
    onMenu({ x: event.clientX, y: event.clientY })
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the same menu is at the folder's name, and at its key.
    <div
      className={classes.zone}
      data-over={isOver || undefined}
      onContextMenu={onContextMenu}
      {...handlers}
    >
      {children}
      {isOver && (
        <p className={classes.hint}>
          <Upload size={18} strokeWidth={1.75} aria-hidden />
          {t('files.drop_here', { folder: folderName })}
        </p>
      )}
    </div>
  )
}
