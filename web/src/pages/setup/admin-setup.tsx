import { Password, PersonName } from '@coffer/contract/account'
import { Email } from '@coffer/contract/email-address'
import { Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { Navigate, useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { PasswordMeter } from '../../features/auth/password-meter.tsx'
import { finishInstallation, setupCode } from '../../features/setup/setup.api.ts'
import { usePageTitle } from '../../lib/document-title.ts'
import { validateField } from '../../lib/form-errors.ts'
import { useStore } from '../../lib/store.ts'
import { EmailInput } from '../../ui/form/email-input.tsx'
import { FormFailure } from '../../ui/form/form-failure.tsx'
import { SecretInput } from '../../ui/form/secret-input.tsx'
import { useFormCall } from '../../ui/form/use-form-call.ts'
import classes from './step.module.css'

/** The last step of the setup: creates the first administrator, who is signed in at once. */
export function AdminSetupPage() {
  const { t } = useTranslation()
  usePageTitle(t('setup.admin_setup'))
  if (!useStore(setupCode)) return <Navigate to="/setup-wizard/status-check" replace />
  return <AdminForm />
}

function AdminForm() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const form = useForm({
    initialValues: { name: '', email: '', password: '' },
    validate: {
      name: value => validateField(PersonName, value),
      email: value => validateField(Email, value),
      password: value => validateField(Password, value),
    },
  })
  const { submit, busy, failure } = useFormCall(form, async values => {
    await finishInstallation(values)
    await navigate({ to: '/platform/files/{-$id}', params: {}, replace: true })
  })
  return (
    <form className={classes.step} onSubmit={submit} noValidate>
      <h1 className={classes.title}>{t('setup.admin_title')}</h1>
      <p>{t('setup.admin_text')}</p>
      <TextInput
        {...form.getInputProps('name')}
        label={t('fields.name')}
        autoComplete="name"
        size="md"
        autoFocus
      />
      <EmailInput {...form.getInputProps('email')} />
      <div>
        <SecretInput
          {...form.getInputProps('password')}
          label={t('fields.password')}
          autoComplete="new-password"
          size="md"
        />
        <PasswordMeter password={form.values.password} chooser={form.values} />
      </div>
      <FormFailure>{failure}</FormFailure>
      <Button type="submit" size="md" loading={busy}>
        {t('setup.finish')}
      </Button>
    </form>
  )
}
