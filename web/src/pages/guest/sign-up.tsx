import { Password, PersonName } from '@coffer/contract/account'
import { Email } from '@coffer/contract/email-address'
import { Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { createAccount } from '../../features/auth/auth.api.ts'
import { challenge } from '../../features/auth/bot-check.ts'
import { PasswordMeter } from '../../features/auth/password-meter.tsx'
import { SocialSignIn } from '../../features/auth/social-sign-in.tsx'
import { config } from '../../lib/config.ts'
import { usePageTitle } from '../../lib/document-title.ts'
import { validateField } from '../../lib/form-errors.ts'
import { redirectTarget } from '../../lib/redirect-target.ts'
import classes from '../../ui/auth-form.module.css'
import { EmailInput } from '../../ui/form/email-input.tsx'
import { FormFailure } from '../../ui/form/form-failure.tsx'
import { SecretInput } from '../../ui/form/secret-input.tsx'
import { useFormCall } from '../../ui/form/use-form-call.ts'

export function SignUpPage() {
  const { t } = useTranslation()
  const search = useSearch({ from: '/entry/sign-up' })
  // The recipient of an invitation may sign up while registration is closed.
  const open = config().allowRegistration || Boolean(search.invitation && search.token)
  usePageTitle(t('sign_up.title'))
  return (
    <div className={classes.form}>
      <h1 className={classes.title}>{t(open ? 'sign_up.title' : 'sign_up.closed')}</h1>
      <p className={classes.lead}>{t(open ? 'sign_up.lead' : 'sign_up.closed_text')}</p>
      {open && <SignUpForm {...search} />}
      <p className={classes.other}>
        {t('sign_up.have_account')}{' '}
        <Link to="/sign-in" search={search}>
          {t('sign_in.submit')}
        </Link>
      </p>
    </div>
  )
}

/** Search parameters: where to go after signing up, and data of an invitation email. */
interface SignUpSearch {
  redirect?: string
  email?: string
  invitation?: string
  token?: string
}

function SignUpForm({ redirect, email = '', invitation: id, token }: SignUpSearch) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const form = useForm({
    initialValues: { name: '', email, password: '', repeated: '' },
    validate: {
      name: value => validateField(PersonName, value),
      email: value => validateField(Email, value),
      password: value => validateField(Password, value),
      repeated: (value, values) => (value === values.password ? null : t('password.differs')),
    },
  })
  const invitation = id && token ? { id, token } : undefined
  const { submit, busy, failure } = useFormCall(form, async ({ repeated: _, ...account }) => {
    // Without a token of the bot check the server answers with the reason.
    const recaptcha = await challenge('sign_up').catch(() => undefined)
    const isSignedIn = await createAccount({ ...account, invitation, recaptcha })
    if (isSignedIn) await navigate({ href: redirectTarget(redirect), replace: true })
    else {
      const search = { purpose: 'confirm', email: account.email }
      await navigate({ to: '/successfully-send', search })
    }
  })
  const fieldProps = { size: 'md', autoComplete: 'new-password' } as const
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
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
          {...fieldProps}
          label={t('fields.password')}
        />
        <PasswordMeter password={form.values.password} chooser={form.values} />
      </div>
      <SecretInput
        {...form.getInputProps('repeated')}
        {...fieldProps}
        label={t('fields.repeated')}
      />
      <FormFailure>{failure}</FormFailure>
      <Button type="submit" size="md" fullWidth loading={busy}>
        {t('sign_up.submit')}
      </Button>
      <SocialSignIn redirect={redirect} />
    </form>
  )
}
