import { Button, Modal } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../lib/api.ts'
import { useIsMounted } from '../../lib/use-is-mounted.ts'
import { DialogButtons } from '../../ui/dialog-buttons.tsx'
import { FormFailure } from '../../ui/form/form-failure.tsx'
import { failurePopup } from '../../ui/popups/popups.ts'
import classes from './people.module.css'

interface TeamModalProps {
  title: string
  submit: string
  /** Undefined when there is nothing to save. Resolves with an error text, if any. */
  onSubmit?: (() => Promise<string | undefined>) | undefined
  onClose: () => void
  /** Shown at the other end of the buttons. */
  endAction?: ReactNode
  children: ReactNode
}

/** The dialog frame of team folders, which shows errors of the server. */
export function TeamModal({
  title,
  submit,
  onSubmit,
  onClose,
  endAction,
  children,
}: TeamModalProps) {
  const { t } = useTranslation()
  const [failure, setFailure] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const isMounted = useIsMounted()
  async function run(event: FormEvent) {
    event.preventDefault()
    if (!onSubmit || isBusy) return
    setBusy(true)
    try {
      setFailure((await onSubmit()) ?? null)
    } catch (error) {
      if (isMounted.current) setFailure(messageOf(error, t('popup_error.message')))
      else failurePopup(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Modal opened onClose={onClose} title={title} size={500}>
      <form onSubmit={event => void run(event)} noValidate>
        {children}
        <FormFailure>{failure}</FormFailure>
        <DialogButtons>
          {endAction && <span className={classes.end}>{endAction}</span>}
          <Button variant="default" onClick={onClose}>
            {t(onSubmit ? 'popups.cancel' : 'popups.close')}
          </Button>
          {onSubmit && (
            <Button type="submit" loading={isBusy}>
              {submit}
            </Button>
          )}
        </DialogButtons>
      </form>
    </Modal>
  )
}

const messageOf = (error: unknown, fallback: string): string =>
  (error instanceof ApiError && error.problem?.message) || fallback
