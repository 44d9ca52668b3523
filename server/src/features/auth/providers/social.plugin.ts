import type { OAuthProvider } from '@better-auth/core/oauth2'
import type { BetterAuthPlugin } from 'better-auth'
import type { Deps } from '../../../deps.ts'
import { facebook } from './facebook.ts'
import { github } from './github.ts'
import { google } from './google.ts'
import { visits } from './visit.ts'

/** A provider that can't be believed, or makes no sense, lets nobody in; that is no fault of ours. */
const believed = (provider: OAuthProvider, log: Deps['log']): OAuthProvider => ({
  ...provider,
  async getUserInfo(tokens) {
    try {
      const told = await provider.getUserInfo(tokens)
      const visit = visits.getStore()
      if (!visit || !told) return told
      if (told.user.email) visit.email = told.user.email.toLowerCase()
      visit.subject = String(await provider.accountSubject({ tokens, profile: told.data }))
      return told
    } catch (error) {
      // The words alone: the error itself may hold what stands in the token.
      const reason = error instanceof Error ? error.message : String(error)
      log.warn({ provider: provider.id, reason }, 'a sign-in by another service was not believed')
      return null
    }
  },
})

/**
 * The providers that have keys. They are ours and not the library's, whose addresses can't be set:
 * nothing could be tried but in production.
 */
export const socialPlugin = ({
  config: { social },
  log,
}: Pick<Deps, 'config' | 'log'>): BetterAuthPlugin => ({
  id: 'coffer-social',
  init: () => ({
    context: {
      socialProviders: [
        ...(social.google ? [google(social.google)] : []),
        ...(social.github ? [github(social.github)] : []),
        ...(social.facebook ? [facebook(social.facebook)] : []),
      ].map(provider => believed(provider, log)),
    },
  }),
})
