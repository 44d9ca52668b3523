import type { AccountDeletionSummary } from '@coffer/contract/account-deletion'
import { Reauthentication } from '@coffer/contract/reauthentication'
import { Button, Checkbox, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { validateField } from '../../lib/form-errors.ts'
import { useFormat } from '../../lib/use-format.ts'
import { useBillingLines } from '../../ui/account-billing.tsx'
import { DialogBox } from '../../ui/dialog-box.tsx'
import { DialogButtons } from '../../ui/dialog-buttons.tsx'
import frame from '../../ui/dialog-form.module.css'
import { useKeepOpen } from '../../ui/dialog-state.ts'
import { FormFailure } from '../../ui/form/form-failure.tsx'
import { useReauthentication } from '../../ui/form/reauthentication.ts'
import { ReauthenticationFields } from '../../ui/form/reauthentication-fields.tsx'
import { ReauthenticationGate } from '../../ui/form/reauthentication-gate.tsx'
import { useFormCall } from '../../ui/form/use-form-call.ts'
import { useDeleteAccount } from './account-deletion.api.ts'
import classes from './delete-account-dialog.module.css'

interface DeleteAccountDialogProps {
  email: string
  summary: AccountDeletionSummary
  onExport: () => void
  onClose: () => void
}

/** Shows what will be deleted, and then asks for the password. */
export function DeleteAccountDialog(props: DeleteAccountDialogProps) {
  const { t } = useTranslation()
  const { onClose } = props
  return (
    <DialogBox
      opened
      onClose={onClose}
      title={t('account_deletion.dialog')}
      className={frame.dialog}
    >
      {props.summary.is_last_administrator ? (
        <>
          <p className={frame.lead}>{t('account_deletion.last_administrator')}</p>
          <DialogButtons>
            <Button data-autofocus onClick={onClose}>
              {t('popups.close')}
            </Button>
          </DialogButtons>
        </>
      ) : (
        <ReauthenticationGate onClose={onClose}>
          <DeleteAccountForm {...props} />
        </ReauthenticationGate>
      )}
    </DialogBox>
  )
}

function DeleteAccountForm({ email, summary, onExport, onClose }: DeleteAccountDialogProps) {
  const { t } = useTranslation()
  const { hasTwoFactor } = useReauthentication()
  const deleteOwnAccount = useDeleteAccount()
  const { shape } = Reauthentication
  const hasPaidSubscription = summary.subscription?.is_paid ?? false
  const isOwnEmail = (value: string) => value.trim().toLowerCase() === email
  const form = useForm({
    initialValues: { email: '', password: '', code: '', end_subscription: false },
    validate: {
      email: value => (isOwnEmail(value) ? null : t('validation.own_address')),
      password: value => validateField(shape.password, value),
      end_subscription: value =>
        hasPaidSubscription && !value ? t('account_deletion.must_end') : null,
      code: value => (hasTwoFactor ? validateField(shape.code, value) : null),
    },
  })
  const { submit, busy, failure } = useFormCall(form, ({ code, ...values }) =>
    deleteOwnAccount({ ...values, ...(hasTwoFactor && { code }) }),
  )
  useKeepOpen(busy)
  return (
    <form className={frame.form} onSubmit={submit} noValidate>
      <p className={frame.lead}>{t('account_deletion.lead')}</p>
      <DeletionSummary {...summary} />
      <p className={frame.lead}>{t('account_deletion.stays')}</p>
      <div>
        <Button variant="default" onClick={onExport}>
          {t('account_deletion.export_first')}
        </Button>
      </div>
      <TextInput
        {...form.getInputProps('email')}
        label={t('account_deletion.address')}
        description={email}
        autoComplete="off"
        inputMode="email"
        data-autofocus
      />
      {hasPaidSubscription && (
        <Checkbox
          {...form.getInputProps('end_subscription', { type: 'checkbox' })}
          label={t('account_deletion.end_subscription')}
        />
      )}
      <ReauthenticationFields form={form} />
      <FormFailure>{failure}</FormFailure>
      <DialogButtons onCancel={onClose}>
        <Button type="submit" color="danger" loading={busy}>
          {t('account_deletion.delete')}
        </Button>
      </DialogButtons>
    </form>
  )
}

const COUNTED = ['folders', 'shares', 'upload_requests', 'unfinished_uploads'] as const

function DeletionSummary(summary: AccountDeletionSummary) {
  const { t } = useTranslation()
  const format = useFormat()
  const { files, used_bytes, team_folders, team_members } = summary
  const rows = [
    t('account_deletion.files', { count: files, size: format.bytes(used_bytes) }),
    ...COUNTED.filter(name => summary[name] > 0).map(name =>
      t(`account_deletion.${name}`, { count: summary[name] }),
    ),
  ]
  if (team_folders > 0) rows.push(t('account_deletion.team_folders', { count: team_folders }))
  if (team_members > 0) rows.push(t('account_deletion.team_members', { count: team_members }))
  rows.push(...useBillingLines(summary))
  return (
    <ul className={classes.summary} aria-label={t('account_deletion.summary')}>
      {rows.map(row => (
        <li key={row}>{row}</li>
      ))}
    </ul>
  )
}
