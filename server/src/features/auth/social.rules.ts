import type { SocialSignInError } from '@coffer/contract/social'

/** Where people go who have named no other place. */
export const HOME = '/platform/files'

/** What Better Auth says of a sign-in that failed, in the few words that people need. */
const FAULTS: Readonly<Record<string, SocialSignInError>> = {
  account_not_linked: 'taken',
  unable_to_link_account: 'taken',
  EMAIL_NOT_VERIFIED: 'unverified',
  email_not_found: 'no_address',
  REGISTRATION_CLOSED: 'closed',
  access_denied: 'cancelled',
  user_cancelled_login: 'cancelled',
}

const socialFault = (error: string): SocialSignInError => FAULTS[error] ?? 'failed'

/** Where sign-in is led to, and why. It keeps where somebody wanted to go, if he named a place. */
export function atSignIn(
  wish: string | null,
  why: { social: SocialSignInError } | { step: 'second' },
) {
  const redirect = wish === null || wish === HOME ? {} : { redirect: wish }
  return `/sign-in?${new URLSearchParams({ ...redirect, ...why })}`
}

/** Sealed until somebody comes back without getting in. */
export const signInFor = (wish: string): string =>
  wish === HOME ? '/sign-in' : `/sign-in?${new URLSearchParams({ redirect: wish })}`

/** What has become of somebody who comes back: why we can't let him in, or nothing, and his wish. */
export function afterCallback(location: string | null): {
  fault: SocialSignInError | null
  wish: string | null
} {
  const url = new URL(location ?? '/?error=failed', 'http://here.invalid')
  const error = url.searchParams.get('error')
  return error === null
    ? { fault: null, wish: `${url.pathname}${url.search}` }
    : { fault: socialFault(error), wish: url.searchParams.get('redirect') }
}
