import { Button, Modal } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../lib/api.ts'
import { DialogButtons } from '../../ui/dialog-buttons.tsx'
import { FormFailure } from '../../ui/form/form-failure.tsx'
import classes from './people.module.css'

interface TeamModalProps {
  title: string
  submit: string
  /** Left out where there is nothing to be saved. Resolves with what stands against it, if anything. */
  onSubmit?: (() => Promise<string | undefined>) | undefined
  onClose: () => void
  /** Before the buttons, at the other end. */
  end?: ReactNode
  children: ReactNode
}

/** The box around everything that is decided about a team folder, with what the server had against it. */
export function TeamModal({ title, submit, onSubmit, onClose, end, children }: TeamModalProps) {
  const { t } = useTranslation()
  const [failure, setFailure] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  async function run(event: FormEvent) {
    event.preventDefault()
    if (!onSubmit || isBusy) return
    setBusy(true)
    const against = onSubmit().catch(error => wordsOf(error, t('popup_error.message')))
    setFailure((await against) ?? null)
    setBusy(false)
  }
  return (
    <Modal opened onClose={onClose} title={title} size={500}>
      <form onSubmit={event => void run(event)} noValidate>
        {children}
        <FormFailure>{failure}</FormFailure>
        <DialogButtons>
          {end && <span className={classes.end}>{end}</span>}
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

const wordsOf = (error: unknown, otherwise: string): string =>
  (error instanceof ApiError && error.problem?.message) || otherwise
