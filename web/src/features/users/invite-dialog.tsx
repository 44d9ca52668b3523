import type { Role } from '@coffer/contract/account'
import { inviteUsers, MAX_INVITATIONS } from '@coffer/contract/admin-user-tasks'
import { InvitationMessage } from '@coffer/contract/admin-users'
import { Button, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../lib/api.ts'
import { validateField } from '../../lib/form-errors.ts'
import { DialogBox } from '../../ui/dialog-box.tsx'
import { DialogButtons } from '../../ui/dialog-buttons.tsx'
import frame from '../../ui/dialog-form.module.css'
import { useKeepOpen } from '../../ui/dialog-state.ts'
import { isEmail } from '../../ui/form/emails.ts'
import { EmailsInput } from '../../ui/form/emails-input.tsx'
import { FormFailure } from '../../ui/form/form-failure.tsx'
import { useFormCall } from '../../ui/form/use-form-call.ts'
import { successToast } from '../../ui/toasts/toasts.ts'
import { RoleSelect } from './role-select.tsx'
import classes from './task-progress.module.css'
import { refetchUsers } from './user-calls.ts'

type Skipped = Awaited<ReturnType<typeof api<typeof inviteUsers>>>['meta']['skipped']

/** Invites people by email, and lists the addresses that were skipped. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const [skipped, setSkipped] = useState<Skipped>([])
  return (
    <DialogBox
      opened
      onClose={onClose}
      title={t(skipped.length > 0 ? 'admin_users.invited_title' : 'admin_users.invite_title')}
      className={frame.dialog}
    >
      {skipped.length > 0 ? (
        <SkippedAddresses skipped={skipped} onClose={onClose} />
      ) : (
        <InviteForm onSkipped={setSkipped} onClose={onClose} />
      )}
    </DialogBox>
  )
}

interface InviteFormProps {
  onSkipped: (skipped: Skipped) => void
  onClose: () => void
}

function InviteForm({ onSkipped, onClose }: InviteFormProps) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const form = useForm<{ emails: string[]; role: Role; message: string }>({
    initialValues: { emails: [], role: 'user', message: '' },
    validate: { emails: emailsError, message: value => validateField(InvitationMessage, value) },
  })
  const { submit, busy, failure } = useFormCall(form, async ({ message, ...values }) => {
    const body = { ...values, ...(message.trim() !== '' && { message }) }
    const { data, meta } = await api(inviteUsers, { body })
    await refetchUsers(queries)
    if (data.length > 0) successToast(t('admin_users.invited', { count: data.length }))
    if (meta.skipped.length > 0) onSkipped(meta.skipped)
    else onClose()
  })
  useKeepOpen(busy)
  return (
    <form className={frame.form} onSubmit={submit} noValidate>
      <EmailsInput
        label={t('admin_users.addresses')}
        emails={form.values.emails}
        onChange={emails => form.setFieldValue('emails', emails)}
        error={form.errors.emails as string | undefined}
        isFirst
      />
      <RoleSelect {...form.getInputProps('role')} />
      <Textarea
        {...form.getInputProps('message')}
        label={t('admin_users.message')}
        description={t('admin_users.message_text')}
        maxLength={1000}
        rows={3}
      />
      <FormFailure>{failure}</FormFailure>
      <DialogButtons onCancel={onClose}>
        <Button type="submit" loading={busy}>
          {form.values.emails.length === 0
            ? t('admin_users.send_invitations')
            : t('admin_users.invite_confirm', { count: form.values.emails.length })}
        </Button>
      </DialogButtons>
    </form>
  )

  function emailsError(emails: string[]): string | null {
    if (emails.length === 0) return t('validation.required')
    if (emails.length > MAX_INVITATIONS)
      return t('admin_users.too_many_addresses', { count: MAX_INVITATIONS })
    return emails.every(isEmail) ? null : t('admin_users.wrong_addresses')
  }
}

function SkippedAddresses({ skipped, onClose }: { skipped: Skipped; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <div className={frame.form}>
      <p className={frame.lead}>{t('admin_users.not_invited', { count: skipped.length })}</p>
      <ul className={classes.skipped}>
        {skipped.map(({ email, reason }) => (
          <li key={email}>
            <span>{email}</span>
            <span className={classes.reason}>{t(`admin_users.skipped_${reason}`)}</span>
          </li>
        ))}
      </ul>
      <DialogButtons>
        <Button data-autofocus onClick={onClose}>
          {t('popups.close')}
        </Button>
      </DialogButtons>
    </div>
  )
}
