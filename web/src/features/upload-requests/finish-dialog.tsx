import type { GuestUploadRequest } from '@coffer/contract/guest-upload-requests'
import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldErrorsOf } from '../../lib/form-errors.ts'
import { DialogBox } from '../../ui/dialog-box.tsx'
import { DialogButtons } from '../../ui/dialog-buttons.tsx'
import { emailField } from '../../ui/form/email-field.ts'
import { failurePopup } from '../../ui/popups/popups.ts'
import { useNarrowScreen } from '../../ui/screen.ts'
import classes from './guest-request.module.css'
import { useFinish } from './guest-requests.api.ts'

/** Finishes an upload request and optionally emails a receipt. */
export function FinishDialog({
  request,
  onClose,
}: {
  request: GuestUploadRequest
  onClose: () => void
}) {
  const { t } = useTranslation()
  const { token, documents } = request.attributes
  const { name } = request.relationships.user.data.attributes
  const finish = useFinish(token)
  const [email, setEmail] = useState('')
  const [message, setMessage] = useState<string | undefined>()
  const [isBusy, setBusy] = useState(false)
  const isNarrow = useNarrowScreen()
  const missing = documents.filter(document => document.is_missing).length
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    try {
      await finish(email.trim() || null)
      onClose()
    } catch (error) {
      setBusy(false)
      const emailError = fieldErrorsOf(error).email
      setMessage(emailError)
      if (!emailError) failurePopup(error)
    }
  }
  return (
    <DialogBox
      opened
      onClose={onClose}
      title={t('guest_requests.finish_title')}
      shape={isNarrow ? 'sheet' : 'box'}
      className={classes.dialog}
      dismissable={!isBusy}
    >
      <form className={classes.form} onSubmit={event => void submit(event)} noValidate>
        <p className={classes.text}>{t('guest_requests.finish_text', { name })}</p>
        {missing > 0 && (
          <p className={classes.error}>{t('guest_requests.finish_missing', { count: missing })}</p>
        )}
        <TextInput
          {...emailField}
          autoComplete="email"
          label={t('guest_requests.email')}
          description={t('guest_requests.email_hint')}
          value={email}
          error={message}
          data-autofocus
          onChange={event => {
            setEmail(event.currentTarget.value)
            setMessage(undefined)
          }}
        />
        <DialogButtons>
          <Button variant="default" onClick={onClose} disabled={isBusy}>
            {t('popups.cancel')}
          </Button>
          <Button type="submit" loading={isBusy}>
            {t('guest_requests.finish')}
          </Button>
        </DialogButtons>
      </form>
    </DialogBox>
  )
}
