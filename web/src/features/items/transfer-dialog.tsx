import type { Item } from '@coffer/contract/items'
import { Button, Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { DialogButtons } from '../../ui/dialog-buttons.tsx'
import classes from './dialog.module.css'

interface TransferDialogProps {
  how: 'move' | 'copy'
  items: readonly Item[]
  count: number
  /** The target folder; null while none is chosen. */
  target: { id: string | null; name: string } | null
  /** A note about the chosen folder. */
  note: string
  /** Whether the chosen folder is not allowed. */
  isRefused: boolean
  onChoose: () => void
  onClose: () => void
  /** The folder picker. */
  children: ReactNode
}

/** A dialog to move or copy items to a folder. */
export function TransferDialog({
  how,
  items,
  count,
  target,
  note,
  isRefused,
  onChoose,
  onClose,
  children,
}: TransferDialogProps) {
  const { t } = useTranslation()
  const title =
    count === 1
      ? t(`actions.${how}_one`, { name: items[0]?.attributes.name })
      : t(`actions.${how}_many`, { count })
  return (
    <Modal opened onClose={onClose} title={title} size={460}>
      {children}
      <p className={classes.note} role="status">
        {note}
      </p>
      <DialogButtons onCancel={onClose}>
        <Button disabled={target === null || isRefused} onClick={onChoose}>
          {target ? t(`actions.${how}_to`, { folder: target.name }) : t(`actions.${how}_here`)}
        </Button>
      </DialogButtons>
    </Modal>
  )
}
