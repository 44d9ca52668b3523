import { Password, PersonName } from '@coffer/contract/account'
import { Email } from '@coffer/contract/email-address'
import { Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PasswordMeter } from '../../features/auth/password-meter.tsx'
import { AvatarPick } from '../../features/setup/avatar-pick.tsx'
import { finishInstallation } from '../../features/setup/setup.api.ts'
import { Step, StepFoot, StepHead } from '../../features/setup/step-frame.tsx'
import { validateField } from '../../lib/form-errors.ts'
import { nextSteps } from '../../lib/next-steps.ts'
import { EmailInput } from '../../ui/form/email-input.tsx'
import { FormFailure } from '../../ui/form/form-failure.tsx'
import { SecretInput } from '../../ui/form/secret-input.tsx'
import { useFormCall } from '../../ui/form/use-form-call.ts'
import classes from './step.module.css'

/** The last step of the setup: creates the first administrator, who is signed in at once. */
export function AdminSetupPage() {
  const { t } = useTranslation()
  return (
    <Step step="admin-setup">
      {() => (
        <>
          <StepHead
            step="admin-setup"
            title={t('setup.admin_title')}
            text={t('setup.admin_text')}
          />
          <AdminForm />
        </>
      )}
    </Step>
  )
}

function AdminForm() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [avatar, setAvatar] = useState<File | null>(null)
  const form = useForm({
    initialValues: { name: '', email: '', password: '' },
    validate: {
      name: value => validateField(PersonName, value),
      email: value => validateField(Email, value),
      password: value => validateField(Password, value),
    },
  })
  const { submit, busy, failure } = useFormCall(form, async values => {
    await finishInstallation(values, avatar)
    nextSteps.set(true)
    await navigate({ to: '/platform/files/{-$id}', params: {}, replace: true })
  })
  return (
    <form className={classes.step} onSubmit={submit} noValidate>
      <AvatarPick file={avatar} onChange={setAvatar} />
      <TextInput
        {...form.getInputProps('name')}
        label={t('fields.name')}
        autoComplete="name"
        size="md"
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
      <StepFoot step="admin-setup">
        <Button type="submit" size="md" loading={busy}>
          {t('setup.finish')}
        </Button>
      </StepFoot>
    </form>
  )
}
