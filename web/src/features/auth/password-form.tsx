import { Password } from '@coffer/contract/account'
import { Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { fault } from '../../lib/form-faults.ts'
import { FormFailure } from '../../ui/form/form-failure.tsx'
import { SecretInput } from '../../ui/form/secret-input.tsx'
import { useFormCall } from '../../ui/form/use-form-call.ts'
import { successToast } from '../../ui/toasts/toasts.ts'
import { changePassword } from './password.api.ts'
import classes from './password-form.module.css'
import { PasswordMeter } from './password-meter.tsx'

interface PasswordFormProps {
  /** For password managers, which keep passwords by their account. */
  email: string
  name: string
  onChanged: () => void
}

export function PasswordForm({ email, name, onChanged }: PasswordFormProps) {
  const { t } = useTranslation()
  const form = useForm({
    initialValues: { currentPassword: '', newPassword: '', repeated: '' },
    validate: {
      currentPassword: value => (value ? null : t('validation.required')),
      newPassword: value => fault(Password, value),
      repeated: (value, values) => (value === values.newPassword ? null : t('password.differs')),
    },
  })
  const { submit, busy, failure } = useFormCall(form, async ({ repeated: _, ...change }) => {
    await changePassword(change)
    form.reset()
    successToast(t('password.changed'))
    onChanged()
  })
  const fresh = { autoComplete: 'new-password' } as const
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <SecretInput
        {...form.getInputProps('currentPassword')}
        label={t('password.current')}
        autoComplete="current-password"
      />
      <div>
        <SecretInput {...form.getInputProps('newPassword')} {...fresh} label={t('password.new')} />
        <PasswordMeter password={form.values.newPassword} chooser={{ email, name }} />
      </div>
      <SecretInput
        {...form.getInputProps('repeated')}
        {...fresh}
        label={t('password.new_repeated')}
      />
      <FormFailure>{failure}</FormFailure>
      <div>
        <Button type="submit" loading={busy}>
          {t('password.change')}
        </Button>
      </div>
    </form>
  )
}
