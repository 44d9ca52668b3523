import type { SocialSignInError } from '@coffer/contract/social'

/** The page after a sign-in without a requested page. */
export const DEFAULT_PATH = '/platform/files'

/** Maps the errors of Better Auth to those that the sign-in page shows. */
const ERRORS_BY_CODE: Readonly<Record<string, SocialSignInError>> = {
  account_not_linked: 'taken',
  unable_to_link_account: 'taken',
  EMAIL_NOT_VERIFIED: 'unverified',
  ACCOUNT_SUSPENDED: 'suspended',
  email_not_found: 'no_address',
  REGISTRATION_CLOSED: 'closed',
  access_denied: 'cancelled',
  user_cancelled_login: 'cancelled',
}

const socialError = (error: string): SocialSignInError => ERRORS_BY_CODE[error] ?? 'failed'

/** The sign-in page with an error or the second step; it keeps the requested page. */
export function signInPathWith(
  returnPath: string | null,
  reason: { social: SocialSignInError } | { step: 'second' },
) {
  const redirect =
    returnPath === null || returnPath === DEFAULT_PATH ? {} : { redirect: returnPath }
  return `/sign-in?${new URLSearchParams({ ...redirect, ...reason })}`
}

/** The sign-in page that Better Auth redirects to after an error. */
export const signInPath = (returnPath: string): string =>
  returnPath === DEFAULT_PATH
    ? '/sign-in'
    : `/sign-in?${new URLSearchParams({ redirect: returnPath })}`

/** Reads the error, if any, and the requested page from the redirect of Better Auth. */
export function afterCallback(location: string | null): {
  error: SocialSignInError | null
  returnPath: string | null
} {
  const url = new URL(location ?? '/?error=failed', 'http://here.invalid')
  const error = url.searchParams.get('error')
  return error === null
    ? { error: null, returnPath: `${url.pathname}${url.search}` }
    : { error: socialError(error), returnPath: url.searchParams.get('redirect') }
}
