import { Password } from '@coffer/contract/account'
import { Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { MailX } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { saveNewPassword } from '../../features/auth/account-emails.api.ts'
import { NewPasswordFields } from '../../features/auth/new-password-fields.tsx'
import { ApiError } from '../../lib/api.ts'
import { usePageTitle } from '../../lib/document-title.ts'
import { validateField } from '../../lib/form-errors.ts'
import { markSignedOut } from '../../lib/session.ts'
import classes from '../../ui/auth-form.module.css'
import { FormFailure } from '../../ui/form/form-failure.tsx'
import { useFormCall } from '../../ui/form/use-form-call.ts'
import { successToast } from '../../ui/toasts/toasts.ts'
import { SignInLink } from './sign-in-link.tsx'

/** The page of a password reset link. */
export function CreateNewPasswordPage() {
  const { t } = useTranslation()
  const { token } = useSearch({ from: '/entry/create-new-password' })
  const [isExpired, setExpired] = useState(token === undefined)
  usePageTitle(t('new_password.title'))
  if (isExpired || token === undefined) return <ExpiredLink />
  return <NewPasswordForm token={token} onExpired={() => setExpired(true)} />
}

function ExpiredLink() {
  const { t } = useTranslation()
  return (
    <div className={classes.form}>
      <MailX className={classes.picture} size={44} strokeWidth={1.25} aria-hidden />
      <h1 className={classes.title}>{t('new_password.expired')}</h1>
      <p className={classes.lead} role="alert">
        {t('new_password.expired_text')}
      </p>
      <Button
        size="md"
        fullWidth
        renderRoot={props => <Link {...props} to="/forgotten-password" search={{}} />}
      >
        {t('new_password.ask_again')}
      </Button>
      <SignInLink />
    </div>
  )
}

function NewPasswordForm({ token, onExpired }: { token: string; onExpired: () => void }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const form = useForm({
    initialValues: { newPassword: '', repeated: '', revokeTokens: true },
    validate: {
      newPassword: value => validateField(Password, value),
      repeated: (value, values) => (value === values.newPassword ? null : t('password.differs')),
    },
  })
  const { submit, busy, failure } = useFormCall(form, async ({ repeated: _, ...choice }) => {
    try {
      const email = await saveNewPassword(token, choice)
      markSignedOut()
      successToast(t('new_password.done'))
      await navigate({ to: '/sign-in', search: { email }, replace: true })
    } catch (error) {
      if (!(error instanceof ApiError && error.is('auth.link_expired'))) throw error
      onExpired()
    }
  })
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <h1 className={classes.title}>{t('new_password.title')}</h1>
      <p className={classes.lead}>{t('new_password.lead')}</p>
      <NewPasswordFields
        form={form}
        labels={{ password: t('new_password.field'), repeated: t('fields.repeated') }}
        input={{ size: 'md' }}
        autoFocus
      />
      <FormFailure>{failure}</FormFailure>
      <Button type="submit" size="md" fullWidth loading={busy}>
        {t('new_password.submit')}
      </Button>
      <SignInLink />
    </form>
  )
}
