import { Password } from '@coffer/contract/account'
import { ReauthenticationCode } from '@coffer/contract/reauthentication'
import { Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { validateField } from '../../lib/form-errors.ts'
import { FormFailure } from '../../ui/form/form-failure.tsx'
import { useReauthentication } from '../../ui/form/reauthentication.ts'
import { ReauthenticationCodeField } from '../../ui/form/reauthentication-code-field.tsx'
import { SecretInput } from '../../ui/form/secret-input.tsx'
import { SwitchRow } from '../../ui/form/switch-row.tsx'
import { useFormCall } from '../../ui/form/use-form-call.ts'
import { successPopup } from '../../ui/popups/popups.ts'
import { changePassword } from './password.api.ts'
import classes from './password-form.module.css'
import { PasswordMeter } from './password-meter.tsx'

interface PasswordFormProps {
  /** For password managers, which store passwords by account. */
  email: string
  name: string
  onChanged: () => void
}

export function PasswordForm({ email, name, onChanged }: PasswordFormProps) {
  const { t } = useTranslation()
  const { hasTwoFactor } = useReauthentication()
  const form = useForm({
    initialValues: {
      currentPassword: '',
      code: '',
      newPassword: '',
      repeated: '',
      revokeTokens: false,
    },
    validate: {
      currentPassword: value => (value ? null : t('validation.required')),
      code: value => (hasTwoFactor ? validateField(ReauthenticationCode, value) : null),
      newPassword: value => validateField(Password, value),
      repeated: (value, values) => (value === values.newPassword ? null : t('password.differs')),
    },
  })
  const { submit, busy, failure } = useFormCall(form, async ({ repeated: _, code, ...change }) => {
    await changePassword({ ...change, ...(hasTwoFactor && { code }) })
    form.reset()
    successPopup({ title: t('password.changed'), message: t('password.changed_text') })
    onChanged()
  })
  const fieldProps = { autoComplete: 'new-password' } as const
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <SecretInput
        {...form.getInputProps('currentPassword')}
        label={t('password.current')}
        autoComplete="current-password"
      />
      <ReauthenticationCodeField form={form} />
      <div>
        <SecretInput
          {...form.getInputProps('newPassword')}
          {...fieldProps}
          label={t('password.new')}
        />
        <PasswordMeter password={form.values.newPassword} chooser={{ email, name }} />
      </div>
      <SecretInput
        {...form.getInputProps('repeated')}
        {...fieldProps}
        label={t('password.new_repeated')}
      />
      <SwitchRow
        label={t('password.revoke_tokens')}
        text={t('password.revoke_tokens_text')}
        isOn={form.values.revokeTokens}
        onChange={isOn => form.setFieldValue('revokeTokens', isOn)}
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
