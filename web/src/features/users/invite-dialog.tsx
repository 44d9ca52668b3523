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
import { CopyButton } from '../../ui/copy-button.tsx'
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

type Report = Awaited<ReturnType<typeof api<typeof inviteUsers>>>['meta']

/**
 * Invites people by email, and lists the addresses that were skipped and the links that no mail server
 * sends.
 */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const [report, setReport] = useState<Report | null>(null)
  return (
    <DialogBox
      opened
      onClose={onClose}
      title={t(report ? 'admin_users.invited_title' : 'admin_users.invite_title')}
      className={frame.dialog}
    >
      {report ? (
        <InvitationReport report={report} onClose={onClose} />
      ) : (
        <InviteForm onReport={setReport} onClose={onClose} />
      )}
    </DialogBox>
  )
}

interface InviteFormProps {
  onReport: (report: Report) => void
  onClose: () => void
}

function InviteForm({ onReport, onClose }: InviteFormProps) {
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
    if (data.length > meta.links.length)
      successToast(t('admin_users.invited', { count: data.length }))
    if (meta.skipped.length + meta.links.length > 0) onReport(meta)
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

function InvitationReport({ report, onClose }: { report: Report; onClose: () => void }) {
  const { t } = useTranslation()
  const { skipped, links } = report
  return (
    <div className={frame.form}>
      {links.length > 0 && (
        <>
          <p className={frame.lead}>{t('admin_users.links_text', { count: links.length })}</p>
          <ul className={classes.skipped}>
            {links.map(({ email, url }) => (
              <li key={email}>
                <span>{email}</span>
                <CopyButton
                  variant="default"
                  size="compact-sm"
                  label={t('admin_users.copy_link')}
                  name={t('admin_users.copy_link_named', { email })}
                  text={url}
                />
              </li>
            ))}
          </ul>
        </>
      )}
      {skipped.length > 0 && (
        <>
          <p className={frame.lead}>{t('admin_users.not_invited', { count: skipped.length })}</p>
          <ul className={classes.skipped}>
            {skipped.map(({ email, reason }) => (
              <li key={email}>
                <span>{email}</span>
                <span className={classes.reason}>{t(`admin_users.skipped_${reason}`)}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      <DialogButtons>
        <Button data-autofocus onClick={onClose}>
          {t('popups.close')}
        </Button>
      </DialogButtons>
    </div>
  )
}
