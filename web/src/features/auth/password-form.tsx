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
import { useFormCall } from '../../ui/form/use-form-call.ts'
import { successPopup } from '../../ui/popups/popups.ts'
import { NewPasswordFields } from './new-password-fields.tsx'
import { changePassword } from './password.api.ts'
import classes from './password-form.module.css'

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
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <SecretInput
        {...form.getInputProps('currentPassword')}
        label={t('password.current')}
        autoComplete="current-password"
      />
      <ReauthenticationCodeField form={form} />
      <NewPasswordFields
        form={form}
        labels={{ password: t('password.new'), repeated: t('password.new_repeated') }}
        chooser={{ email, name }}
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
