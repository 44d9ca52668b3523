import type { User } from '@coffer/contract/account'
import { notFound, type ParsedLocation, redirect } from '@tanstack/react-router'
import { userQuery } from '../features/account/account.api.ts'
import { ApiError } from '../lib/api.ts'
import { config } from '../lib/config.ts'
import { changeLocale } from '../lib/i18n.ts'
import { preferredLocale } from '../lib/locale.ts'
import { setListOwner } from '../lib/personal-list.ts'
import { redirectTarget } from '../lib/redirect-target.ts'
import { isSignedIn, markSignedOut } from '../lib/session.ts'
import { queryClient } from './query-client.ts'

interface Visit {
  location: ParsedLocation
}

/** Spec §2: until the product is installed, every address leads to the first step of the wizard. */
export function requireInstallation({ location }: Visit): void {
  const needed = config().installation === 'installation-needed'
  const inWizard = /^\/(install|setup-wizard)(\/|$)/.test(location.pathname)
  if (needed && !inWizard) throw redirect({ to: '/setup-wizard/status-check', replace: true })
  if (!needed && inWizard) throw redirect({ to: '/', replace: true })
}

/** Spec §2: an unauthenticated visit goes to sign-in, with the full path to come back to. */
export async function requireUser({ location }: Visit): Promise<void> {
  const user = await signedInUser(location)
  if (isSecondFactorDue(user))
    throw redirect({ to: '/second-factor', search: { redirect: location.href }, replace: true })
}

/** Where a second factor is set up that is required: for those who are signed in and have none. */
export async function requireSecondFactorDue({
  location,
  search,
}: Visit & { search: { redirect?: string } }): Promise<void> {
  const user = await signedInUser(location)
  if (!isSecondFactorDue(user))
    throw redirect({ href: redirectTarget(search.redirect), replace: true })
}

const isSecondFactorDue = (user: User): boolean =>
  config().isTwoFactorRequired && user.attributes.two_factor_confirmed_at === null

async function signedInUser(location: ParsedLocation): Promise<User> {
  const toSignIn = () => redirect({ to: '/sign-in', search: { redirect: location.href } })
  if (!isSignedIn()) throw toSignIn()
  try {
    const arrives = queryClient.getQueryData(userQuery.queryKey) === undefined
    const user = await queryClient.ensureQueryData(userQuery)
    if (arrives) await welcome(user)
    return user
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 401)) throw error
    markSignedOut()
    throw toSignIn()
  }
}

/** To everyone else there is no admin area. The server keeps it by itself. */
export async function requireAdmin(): Promise<void> {
  const user = await queryClient.ensureQueryData(userQuery)
  if (user.attributes.role !== 'admin') throw notFound()
}

export function requireGuest({ search }: { search: { redirect?: string } }): void {
  if (isSignedIn()) throw redirect({ href: redirectTarget(search.redirect), replace: true })
}

/** Spec §2: without a homepage, the first address is sign-in. */
export function requireHomepage(): void {
  if (!config().allowHomepage) throw redirect({ to: '/sign-in', search: {}, replace: true })
}

/** What a user has chosen counts in every browser, so it replaces what this one had kept. */
async function welcome(user: User): Promise<void> {
  setListOwner(user.id)
  const settings = user.relationships.settings.data?.attributes
  if (config().pseudoLocale) return
  const preferred = preferredLocale(navigator.languages, config().locale)
  await changeLocale(settings?.language ?? preferred)
}
