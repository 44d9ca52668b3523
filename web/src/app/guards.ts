import type { User } from '@coffer/contract/account'
import { allowsThirdParties } from '@coffer/contract/consent'
import type { TranslationPart } from '@coffer/contract/constants'
import { notFound, type ParsedLocation, redirect } from '@tanstack/react-router'
import { userQuery } from '../features/account/account.api.ts'
import { ApiError } from '../lib/api.ts'
import { config } from '../lib/config.ts'
import { changeLocale, loadTranslationPart } from '../lib/i18n.ts'
import { preferredLocale, spokenLanguages } from '../lib/locale.ts'
import { setListOwner } from '../lib/personal-list.ts'
import { redirectTarget } from '../lib/redirect-target.ts'
import { isSignedIn, markSignedOut, reloadConfig } from '../lib/session.ts'
import { queryClient } from './query-client.ts'
import { resumeSession } from './session-end.ts'

interface Visit {
  location: ParsedLocation
  /** Whether a link is only prepared, because the pointer is over it. */
  preload: boolean
}

/**
 * APP-5: until the installation is done, every page leads to the first step of the setup wizard.
 */
export function requireInstallation({ location }: Visit): void {
  const needed = config().installation === 'installation-needed'
  const inWizard = /^\/(install|setup-wizard)(\/|$)/.test(location.pathname)
  if (needed && !inWizard) throw redirect({ to: '/setup-wizard/status-check', replace: true })
  if (!needed && inWizard) throw redirect({ to: '/', replace: true })
}

/** APP-4: without a session the visit goes to sign-in, with the full path to return to. */
export async function requireUser({ location, preload }: Visit): Promise<void> {
  // A pointer over a link neither reads the user nor leads away.
  if (preload) return
  const user = await signedInUser(location)
  if (isSecondFactorDue(user))
    throw redirect({ to: '/second-factor', search: { redirect: location.href }, replace: true })
}

/** Guards the page that sets up a required second factor: only for signed-in users without one. */
export async function requireSecondFactorDue({
  location,
  preload,
  search,
}: Visit & { search: { redirect?: string } }): Promise<void> {
  if (preload) return
  // Two-factor sign-in may not be required any more.
  if (config().isTwoFactorRequired) await reloadConfig()
  const user = await signedInUser(location)
  if (!isSecondFactorDue(user))
    throw redirect({ href: redirectTarget(search.redirect), replace: true })
}

const isSecondFactorDue = (user: User): boolean =>
  config().isTwoFactorRequired && user.attributes.two_factor_confirmed_at === null

async function signedInUser(location: ParsedLocation): Promise<User> {
  const toSignIn = () => redirect({ to: '/sign-in', search: { redirect: location.href } })
  await resumeSession()
  if (!isSignedIn()) throw toSignIn()
  try {
    const isFirstLoad = queryClient.getQueryData(userQuery.queryKey) === undefined
    const user = await queryClient.ensureQueryData(userQuery)
    if (isFirstLoad) await applyAccountSettings(user)
    return user
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 401)) throw error
    markSignedOut()
    throw toSignIn()
  }
}

/** Hides the admin area from other users. The server checks the role itself. */
export async function requireAdmin({ preload }: Visit): Promise<void> {
  if (preload) return
  const user = await queryClient.ensureQueryData(userQuery)
  if (user.attributes.role !== 'admin') throw notFound()
  await loadTranslationPart('admin')
}

/** Loads messages that few pages need, but not for a link that is only prepared. */
export const withTranslations =
  (part: TranslationPart) =>
  async ({ preload }: Visit): Promise<void> => {
    if (!preload) await loadTranslationPart(part)
  }

/**
 * Leads signed-in users from the sign-in pages to theirs. During maintenance only administrators
 * have pages, so one of them can sign in there instead.
 */
export function requireGuest({ search }: { search: { redirect?: string } }): void {
  if (isSignedIn() && !config().isMaintenance)
    throw redirect({ href: redirectTarget(search.redirect), replace: true })
}

/** APP-6: the server renders the homepage; without one, `/` leads to sign-in. */
export async function requireHomepage(visit: Visit): Promise<void> {
  // The development server has no homepage.
  if (!config().allowHomepage || import.meta.env.DEV)
    throw redirect({ to: '/sign-in', search: {}, replace: true })
  // A document at `/` may be the app, opened while there was no homepage.
  await openDocument(visit)
}

/**
 * Opens a page that the server renders. If the server answered it with the app, there is no such
 * page.
 */
export async function leaveForServerPage(visit: Visit): Promise<void> {
  if (visit.location.href === openedAt) throw notFound()
  await openDocument(visit)
}

/** Loads a new document. The promise stays pending, so that nothing else is rendered meanwhile. */
async function openDocument({ location, preload }: Visit): Promise<void> {
  if (preload) return
  window.location.assign(location.href)
  await new Promise(() => {})
}

/** The address of the document itself. */
const openedAt = window.location.pathname + window.location.search + window.location.hash

/** Loads a new document for users' own pages, because third-party scripts stay until then. */
export async function leaveThirdParties(visit: Visit): Promise<void> {
  const hasThirdParties = 'dataLayer' in window || 'adsbygoogle' in window
  if (!hasThirdParties || allowsThirdParties(visit.location.pathname)) return
  await openDocument(visit)
}

/** Applies the account's language, which replaces the one stored in this browser. */
async function applyAccountSettings(user: User): Promise<void> {
  setListOwner(user.id)
  const settings = user.relationships.settings.data?.attributes
  if (config().pseudoLocale) return
  const preferred = preferredLocale(spokenLanguages(), config().locale)
  await changeLocale(settings?.language ?? preferred)
}
