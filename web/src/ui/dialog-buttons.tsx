import { Button } from '@mantine/core'
import { type ReactNode, use } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './dialog-buttons.module.css'
import { DialogContext } from './dialog-state.ts'

interface DialogButtonsProps {
  /** Closes the dialog without changes. */
  onCancel?: () => void
  /** The label of the button that closes it, “Cancel” by default. */
  cancel?: string | undefined
  children: ReactNode
}

/** The row of buttons at the bottom of a dialog. */
export function DialogButtons({ onCancel, cancel, children }: DialogButtonsProps) {
  const { t } = useTranslation()
  const { canClose } = use(DialogContext)
  return (
    <div className={classes.buttons}>
      {onCancel && (
        <Button variant="default" disabled={!canClose} onClick={onCancel}>
          {cancel ?? t('popups.cancel')}
        </Button>
      )}
      {children}
    </div>
  )
}
