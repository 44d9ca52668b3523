import type { OAuthProvider } from '@better-auth/core/oauth2'
import { z } from 'zod'
import { askNamedServer } from '../../../outbound/named-server.ts'
import type { SocialKeys } from '../../settings/index.ts'
import { fetchAs, oauthBase } from './provider.ts'
import { FACEBOOK_VERSION, tokenUrlOf } from './token-urls.ts'

const Profile = z.object({
  id: z.string().min(1),
  name: z.string().default(''),
  email: z.string().optional(),
})
const Inspected = z.object({
  data: z.object({ is_valid: z.boolean(), app_id: z.string(), user_id: z.string() }),
})

/** Facebook does not report whether an email is verified, so it counts as unverified. */
export function facebook(keys: SocialKeys): OAuthProvider<z.output<typeof Profile>> {
  const graph = keys.origin ?? 'https://graph.facebook.com'
  const base = oauthBase(
    {
      id: 'facebook',
      name: 'Facebook',
      scopes: ['email', 'public_profile'],
      authorizationUrl: `${keys.origin ?? 'https://www.facebook.com'}/${FACEBOOK_VERSION}/dialog/oauth`,
      tokenUrl: tokenUrlOf('facebook', keys.origin),
    },
    keys,
  )
  /** Returns the user id of a token issued to this app; null for a token of another app. */
  async function ownerOf(accessToken: string): Promise<string | null> {
    const query = new URLSearchParams({
      input_token: accessToken,
      access_token: `${keys.clientId}|${keys.clientSecret}`,
    })
    const { data } = await askNamedServer(`${graph}/debug_token?${query}`, {}, Inspected)
    return data.is_valid && data.app_id === keys.clientId ? data.user_id : null
  }
  return {
    ...base,
    accountSubject: ({ profile }) => profile.id,
    async getUserInfo(tokens) {
      const owner = await ownerOf(tokens.accessToken ?? '')
      const fields = 'fields=id,name,email'
      const profile = await fetchAs(tokens, `${graph}/${FACEBOOK_VERSION}/me?${fields}`, Profile)
      if (profile.id !== owner) return null
      const { name, email } = profile
      return { user: { name, email, emailVerified: false }, data: profile }
    },
  }
}
