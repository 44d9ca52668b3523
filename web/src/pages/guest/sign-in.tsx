import { Email } from '@coffer/contract/email-address'
import { SOCIAL_SIGN_IN_ERRORS } from '@coffer/contract/social'
import { Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { sendAccountEmail } from '../../features/auth/account-emails.api.ts'
import { openSession } from '../../features/auth/auth.api.ts'
import { PasskeyButton } from '../../features/auth/passkey-button.tsx'
import { SocialSignIn } from '../../features/auth/social-sign-in.tsx'
import { useOfferedPasskey } from '../../features/auth/use-offered-passkey.ts'
import { ApiError } from '../../lib/api.ts'
import { config } from '../../lib/config.ts'
import { usePageTitle } from '../../lib/document-title.ts'
import { validateField } from '../../lib/form-errors.ts'
import { passkeyObstacle } from '../../lib/passkey-obstacle.ts'
import { redirectTarget } from '../../lib/redirect-target.ts'
import classes from '../../ui/auth-form.module.css'
import { EmailInput } from '../../ui/form/email-input.tsx'
import { FormFailure } from '../../ui/form/form-failure.tsx'
import { SecretInput } from '../../ui/form/secret-input.tsx'
import { useFormCall } from '../../ui/form/use-form-call.ts'
import { failurePopup } from '../../ui/popups/popups.ts'

/** Loaded only for accounts with two-factor sign-in. */
const SecondStep = lazy(async () => ({
  default: (await import('../../features/auth/second-step.tsx')).SecondStep,
}))

export function SignInPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const search = useSearch({ from: '/entry/sign-in' })
  usePageTitle(t('sign_in.submit'))
  const [step, setStep] = useState<'first' | 'second'>(
    search.step === 'second' ? 'second' : 'first',
  )
  const [reason, setReason] = useState<string | null>(null)
  const goToTarget = () => navigate({ href: redirectTarget(search.redirect), replace: true })
  const goBack = (newReason: string | null) => {
    setReason(newReason)
    setStep('first')
  }
  return step === 'first' ? (
    <SignInForm
      reason={reason}
      onReason={setReason}
      onEntered={goToTarget}
      onSecondStep={() => setStep('second')}
    />
  ) : (
    <Suspense>
      <SecondStep onEntered={goToTarget} onBack={goBack} />
    </Suspense>
  )
}

interface SignInFormProps {
  /** Why the user has to sign in again. */
  reason: string | null
  onReason: (reason: string | null) => void
  onEntered: () => Promise<void>
  onSecondStep: () => void
}

function SignInForm({ reason, onReason, onEntered, onSecondStep }: SignInFormProps) {
  const { t } = useTranslation()
  const search = useSearch({ from: '/entry/sign-in' })
  /**
   * The email that may need verification. The server answers the same for wrong credentials and
   * unverified emails.
   */
  const [unverifiedEmail, setUnverified] = useState<string>()
  useOfferedPasskey({ onEntered, onFailure: onReason })
  const form = useForm({
    initialValues: { email: search.email ?? '', password: '' },
    validate: {
      email: value => validateField(Email, value),
      password: value => (value ? null : t('validation.required')),
    },
  })
  const { submit, busy, failure } = useFormCall(form, async values => {
    setUnverified(undefined)
    onReason(null)
    try {
      if (await openSession(values)) await onEntered()
      else onSecondStep()
    } catch (error) {
      if (error instanceof ApiError && error.is('auth.credentials_or_unverified'))
        setUnverified(values.email)
      throw error
    }
  })
  const socialError = SOCIAL_SIGN_IN_ERRORS.find(code => code === search.social)
  const message = failure ?? reason ?? (socialError ? t(`social.${socialError}`) : null)
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <h1 className={classes.title}>{t('sign_in.title')}</h1>
      <p className={classes.lead}>{t('sign_in.lead')}</p>
      <EmailInput
        {...form.getInputProps('email')}
        autoComplete="username webauthn"
        autoFocus={!search.email}
      />
      <div className={classes.field}>
        <Link
          to="/forgotten-password"
          search={search.email ? { email: search.email } : {}}
          className={classes.aside}
        >
          {t('sign_in.forgotten')}
        </Link>
        <SecretInput
          {...form.getInputProps('password')}
          label={t('fields.password')}
          autoComplete="current-password"
          size="md"
          autoFocus={Boolean(search.email)}
        />
      </div>
      <FormFailure>{message}</FormFailure>
      {unverifiedEmail !== undefined && <SendConfirmationEmail email={unverifiedEmail} />}
      <Button type="submit" size="md" fullWidth loading={busy}>
        {t('sign_in.submit')}
      </Button>
      {passkeyObstacle() === null && <PasskeyButton onEntered={onEntered} onFailure={onReason} />}
      <SocialSignIn redirect={search.redirect} />
      {config().allowRegistration && (
        <p className={classes.other}>
          {t('sign_in.new_here')}{' '}
          <Link to="/sign-up" search={search}>
            {t('sign_in.create_account')}
          </Link>
        </p>
      )}
    </form>
  )
}

/** Offers a new confirmation email to users who may not have verified their address. */
function SendConfirmationEmail({ email }: { email: string }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  async function send(): Promise<void> {
    setBusy(true)
    try {
      await sendAccountEmail('confirm', email)
      await navigate({ to: '/successfully-send', search: { purpose: 'confirm', email } })
    } catch (error) {
      failurePopup(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button variant="default" size="md" fullWidth loading={busy} onClick={() => void send()}>
      {t('sign_in.send_confirmation')}
    </Button>
  )
}
