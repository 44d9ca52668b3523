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
  /** Where they are to go; null while nothing is chosen. */
  target: { id: string | null; name: string } | null
  /** What there is to say of the choice. */
  note: string
  /** Whether nothing would come of it. */
  isRefused: boolean
  onChoose: () => void
  onClose: () => void
  /** Where the folder is chosen. */
  children: ReactNode
}

/** Moving and copying without a mouse: choose the folder in a tree. */
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
