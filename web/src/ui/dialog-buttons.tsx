import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './dialog-buttons.module.css'

interface DialogButtonsProps {
  /** Closes the dialog without changes. */
  onCancel?: () => void
  children: ReactNode
}

/** The row of buttons at the bottom of a dialog. */
export function DialogButtons({ onCancel, children }: DialogButtonsProps) {
  const { t } = useTranslation()
  return (
    <div className={classes.buttons}>
      {onCancel && (
        <Button variant="default" onClick={onCancel}>
          {t('popups.cancel')}
        </Button>
      )}
      {children}
    </div>
  )
}
