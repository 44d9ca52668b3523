import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { FolderIcon } from '../../ui/folder-icon.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import classes from './draft-row.module.css'
import { asCell, asRow } from './grid-roles.ts'

interface DraftRowProps {
  /** The field for the name, or the name while the folder is being created. */
  name: ReactNode
  /** Undefined while the folder is being created. */
  onCancel: (() => void) | undefined
}

/** A folder that is being created, above the items of the list. */
export function DraftRow({ name, onCancel }: DraftRowProps) {
  const { t } = useTranslation()
  return (
    <div {...asRow({ 'aria-busy': !onCancel })} className={classes.row}>
      <div {...asCell()} className={classes.name}>
        <FolderIcon color={null} emoji={null} size={30} />
        {name}
        {onCancel && (
          <IconButton icon={X} label={t('popups.cancel')} size="small" onClick={onCancel} />
        )}
      </div>
    </div>
  )
}
