import { Button, Loader } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { CircleCheck, MailOpen, MailX } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { confirmEmail } from '../../features/auth/account-emails.api.ts'
import { ApiError } from '../../lib/api.ts'
import { usePageTitle } from '../../lib/document-title.ts'
import classes from '../../ui/auth-form.module.css'

/**
 * The page of an email verification link. The page makes the call itself, because mail scanners
 * follow links and would use up a link that works by GET.
 */
export function SuccessfullyVerifiedPage() {
  const { token } = useSearch({ from: '/entry/successfully-verified' })
  return token === undefined ? <WithoutLink /> : <Verification token={token} />
}

/** Confirms nothing, because only the token of an email does. */
function WithoutLink() {
  const { t } = useTranslation()
  return (
    <StatusPage
      picture={<MailOpen className={classes.picture} size={44} strokeWidth={1.25} aria-hidden />}
      title={t('verified.without_link')}
      text={t('verified.without_link_text')}
    >
      <SignIn />
    </StatusPage>
  )
}

function Verification({ token }: { token: string }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery({
    queryKey: ['verification', token],
    queryFn: () => confirmEmail(token),
    // The token works once, so its result is kept.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  if (data !== undefined) return <Confirmed email={data} />
  if (error === null)
    return (
      <StatusPage title={t('verified.checking')}>
        <Loader size="sm" />
      </StatusPage>
    )
  const isExpired = error instanceof ApiError && error.is('auth.link_expired')
  const reason = error instanceof ApiError ? error.problem?.message : undefined
  return (
    <StatusPage
      picture={<MailX className={classes.picture} size={44} strokeWidth={1.25} aria-hidden />}
      title={t(isExpired ? 'verified.expired' : 'verified.failed')}
      text={isExpired ? t('verified.expired_text') : (reason ?? t('shell.offline'))}
    >
      {isExpired ? (
        <SignIn />
      ) : (
        <Button size="md" fullWidth onClick={() => void refetch()}>
          {t('files.retry')}
        </Button>
      )}
    </StatusPage>
  )
}

function Confirmed({ email }: { email: string }) {
  const { t } = useTranslation()
  return (
    <StatusPage
      picture={<CircleCheck className={classes.picture} size={44} strokeWidth={1.25} aria-hidden />}
      title={t('notes.verified')}
      text={t('notes.verified_text')}
    >
      <SignIn email={email} />
    </StatusPage>
  )
}

function SignIn(search: { email?: string }) {
  const { t } = useTranslation()
  return (
    <Button
      size="md"
      fullWidth
      renderRoot={props => <Link {...props} to="/sign-in" search={search} />}
    >
      {t('sign_in.submit')}
    </Button>
  )
}

interface StatusPageProps {
  picture?: ReactNode
  title: string
  text?: string
  children: ReactNode
}

function StatusPage({ picture, title, text, children }: StatusPageProps) {
  usePageTitle(title)
  return (
    <div className={classes.form} aria-live="polite">
      {picture}
      <h1 className={classes.title}>{title}</h1>
      {text !== undefined && <p className={classes.lead}>{text}</p>}
      {children}
    </div>
  )
}
