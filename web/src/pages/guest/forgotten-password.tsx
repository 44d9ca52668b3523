import { Email } from '@coffer/contract/email-address'
import { Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { sendAccountEmail } from '../../features/auth/account-emails.api.ts'
import { usePageTitle } from '../../lib/document-title.ts'
import { validateField } from '../../lib/form-errors.ts'
import classes from '../../ui/auth-form.module.css'
import { EmailInput } from '../../ui/form/email-input.tsx'
import { FormFailure } from '../../ui/form/form-failure.tsx'
import { useFormCall } from '../../ui/form/use-form-call.ts'
import { SignInLink } from './sign-in-link.tsx'

export function ForgottenPasswordPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { email = '' } = useSearch({ from: '/entry/forgotten-password' })
  usePageTitle(t('password_reset.title'))
  const form = useForm({
    initialValues: { email },
    validate: { email: value => validateField(Email, value) },
  })
  const { submit, busy, failure } = useFormCall(form, async values => {
    await sendAccountEmail('recover', values.email)
    await navigate({ to: '/successfully-send', search: { purpose: 'recover', ...values } })
  })
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <h1 className={classes.title}>{t('password_reset.title')}</h1>
      <p className={classes.lead}>{t('password_reset.lead')}</p>
      <EmailInput {...form.getInputProps('email')} autoFocus />
      <FormFailure>{failure}</FormFailure>
      <Button type="submit" size="md" fullWidth loading={busy}>
        {t('password_reset.submit')}
      </Button>
      <SignInLink />
    </form>
  )
}
