import { Upload } from 'lucide-react'
import type { MouseEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './drop-zone.module.css'
import { type Drops, useDropTarget } from './drops.ts'

interface DropZoneProps {
  folderId: string | null
  folderName: string
  drops: Drops | undefined
  /** For the folder itself, if it has a menu: an empty one has no list that would hear of it. */
  onMenu?: (at: { x: number; y: number }) => void
  children: ReactNode
}

/** Everything around the rows belongs to the folder that is shown. */
export function DropZone({ folderId, folderName, drops, onMenu, children }: DropZoneProps) {
  const { t } = useTranslation()
  const { isOver, handlers } = useDropTarget({ folderId, drops })
  const onContextMenu = (event: MouseEvent) => {
    // The list has its own.
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
