import { Upload } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './drop-zone.module.css'
import { type Drops, useDropTarget } from './drops.ts'

interface DropZoneProps {
  folderId: string | null
  folderName: string
  drops: Drops | undefined
  children: ReactNode
}

/** Everything around the rows belongs to the folder that is shown. */
export function DropZone({ folderId, folderName, drops, children }: DropZoneProps) {
  const { t } = useTranslation()
  const { isOver, handlers } = useDropTarget({ folderId, drops })
  return (
    <div className={classes.zone} data-over={isOver || undefined} {...handlers}>
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
