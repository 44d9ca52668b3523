import type { OAuthProvider } from '@better-auth/core/oauth2'
import type { SocialProvider } from '@coffer/contract/social'
import type { BetterAuthPlugin } from 'better-auth'
import type { Deps } from '../../../deps.ts'
import { readOpenidClient, readSocialKeys, type SocialKeys } from '../../settings/index.ts'
import { facebook } from './facebook.ts'
import { github } from './github.ts'
import { google } from './google.ts'
import { NO_CLIENT, openid } from './openid.ts'
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

type KeyDeps = Pick<Deps, 'db' | 'config' | 'secret'>

/** How a provider is created, and where its current keys come from. */
interface ProviderSource<K> {
  create: (keys: K) => OAuthProvider
  withoutKeys: K
  readKeys: (deps: KeyDeps) => Promise<K | undefined>
}

const social = (
  id: SocialProvider,
  create: (keys: SocialKeys) => OAuthProvider,
): ProviderSource<SocialKeys> => ({
  create,
  withoutKeys: { clientId: '', clientSecret: '', origin: undefined },
  readKeys: deps => readSocialKeys(deps, id),
})

/** A provider that reads its keys at every call, because an administrator may change them. */
function withCurrentKeys<K>(deps: KeyDeps, source: ProviderSource<K>): OAuthProvider {
  const { create, withoutKeys, readKeys } = source
  let last: { keys: string; provider: OAuthProvider } | undefined
  async function current(): Promise<OAuthProvider> {
    const keys = (await readKeys(deps)) ?? withoutKeys
    const text = JSON.stringify(keys)
    // Kept while the keys are the same, because it caches the provider's certificates.
    if (last?.keys !== text) last = { keys: text, provider: create(keys) }
    return last.provider
  }
  return {
    ...create(withoutKeys),
    createAuthorizationURL: async data => (await current()).createAuthorizationURL(data),
    validateAuthorizationCode: async data => (await current()).validateAuthorizationCode(data),
    getUserInfo: async tokens => (await current()).getUserInfo(tokens),
  }
}

/**
 * Registers the providers; calls to those without keys are refused earlier. They replace those of
 * Better Auth, whose URLs are fixed, so that tests can run against another server.
 */
export const socialPlugin = (deps: KeyDeps & Pick<Deps, 'log'>): BetterAuthPlugin => ({
  id: 'coffer-social',
  init: () => ({
    context: {
      socialProviders: [
        withCurrentKeys(deps, social('google', google)),
        withCurrentKeys(deps, social('github', github)),
        withCurrentKeys(deps, social('facebook', facebook)),
        withCurrentKeys(deps, {
          create: openid,
          withoutKeys: NO_CLIENT,
          readKeys: readOpenidClient,
        }),
      ].map(provider => withLoggedFailures(provider, deps.log)),
    },
  }),
})
