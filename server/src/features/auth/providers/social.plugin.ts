import type { OAuthProvider } from '@better-auth/core/oauth2'
import type { BetterAuthPlugin } from 'better-auth'
import type { Deps } from '../../../deps.ts'
import { facebook } from './facebook.ts'
import { github } from './github.ts'
import { google } from './google.ts'
import { identityStorage } from './provider-identity.ts'

/** Refuses the sign-in and logs a warning when a provider's answer is invalid or unverifiable. */
const withLoggedFailures = (provider: OAuthProvider, log: Deps['log']): OAuthProvider => ({
  ...provider,
  async getUserInfo(tokens) {
    try {
      const userInfo = await provider.getUserInfo(tokens)
      const identity = identityStorage.getStore()
      if (!identity || !userInfo) return userInfo
      if (userInfo.user.email) identity.email = userInfo.user.email.toLowerCase()
      identity.subject = String(await provider.accountSubject({ tokens, profile: userInfo.data }))
      return userInfo
    } catch (error) {
      // Only the message, because the error object may contain claims of the token.
      const reason = error instanceof Error ? error.message : String(error)
      log.warn({ provider: provider.id, reason }, 'a sign-in by another service was not believed')
      return null
    }
  },
})

/**
 * Registers the providers that have keys. They replace those of Better Auth, whose URLs are fixed, so
 * that tests can run against another server.
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
      ].map(provider => withLoggedFailures(provider, log)),
    },
  }),
})
