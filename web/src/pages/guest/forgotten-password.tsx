import { Email } from '@coffer/contract/email-address'
import { Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { sendLetter } from '../../features/auth/account-emails.api.ts'
import { usePageTitle } from '../../lib/document-title.ts'
import { fault } from '../../lib/form-errors.ts'
import classes from '../../ui/auth-form.module.css'
import { EmailInput } from '../../ui/form/email-input.tsx'
import { FormFailure } from '../../ui/form/form-failure.tsx'
import { useFormCall } from '../../ui/form/use-form-call.ts'
import { ToSignIn } from './sign-in-link.tsx'

export function ForgottenPasswordPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { email = '' } = useSearch({ from: '/entry/forgotten-password' })
  usePageTitle(t('recovery.title'))
  const form = useForm({
    initialValues: { email },
    validate: { email: value => fault(Email, value) },
  })
  const { submit, busy, failure } = useFormCall(form, async values => {
    await sendLetter('recover', values.email)
    await navigate({ to: '/successfully-send', search: { letter: 'recover', ...values } })
  })
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <h1 className={classes.title}>{t('recovery.title')}</h1>
      <p className={classes.lead}>{t('recovery.lead')}</p>
      <EmailInput {...form.getInputProps('email')} autoFocus />
      <FormFailure>{failure}</FormFailure>
      <Button type="submit" size="md" fullWidth loading={busy}>
        {t('recovery.submit')}
      </Button>
      <ToSignIn />
    </form>
  )
}
