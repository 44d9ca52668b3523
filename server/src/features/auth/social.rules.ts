import type { SocialFault } from '@coffer/contract/social'

/** What Better Auth says of a sign-in that failed, in the few words that people need. */
const FAULTS: Readonly<Record<string, SocialFault>> = {
  account_not_linked: 'taken',
  unable_to_link_account: 'taken',
  EMAIL_NOT_VERIFIED: 'unverified',
  email_not_found: 'unverified',
  REGISTRATION_CLOSED: 'closed',
  access_denied: 'cancelled',
  user_cancelled_login: 'cancelled',
}

const socialFault = (error: string): SocialFault => FAULTS[error] ?? 'failed'

/** Where somebody is led who comes back, and whether that is because we can't let him in. */
export function afterCallback(location: string | null): { isRefused: boolean; path: string } {
  const url = new URL(location ?? '/?error=failed', 'http://here.invalid')
  const error = url.searchParams.get('error')
  return error === null
    ? { isRefused: false, path: `${url.pathname}${url.search}` }
    : { isRefused: true, path: `/sign-in?social=${socialFault(error)}` }
}
