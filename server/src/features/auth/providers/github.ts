import type { OAuthProvider } from '@better-auth/core/oauth2'
import { z } from 'zod'
import type { SocialKeys } from '../../settings/index.ts'
import { fetchAs, oauthBase } from './provider.ts'
import { tokenUrlOf } from './token-urls.ts'

const Profile = z.object({ id: z.number().int(), login: z.string(), name: z.string().nullish() })
const Emails = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }))

/** A configured origin is a GitHub Enterprise Server, whose API is below `/api/v3`. */
export function github(keys: SocialKeys): OAuthProvider<z.output<typeof Profile>> {
  const { origin } = keys
  const web = origin ?? 'https://github.com'
  const api = origin === undefined ? 'https://api.github.com' : `${origin}/api/v3`
  const base = oauthBase(
    {
      id: 'github',
      name: 'GitHub',
      scopes: ['read:user', 'user:email'],
      authorizationUrl: `${web}/login/oauth/authorize`,
      tokenUrl: tokenUrlOf('github', origin),
    },
    keys,
  )
  return {
    ...base,
    accountSubject: ({ profile }) => profile.id,
    async getUserInfo(tokens) {
      const profile = await fetchAs(tokens, `${api}/user`, Profile)
      // The email of the profile may be unverified; only this list reports verification.
      const emails = await fetchAs(tokens, `${api}/user/emails`, Emails)
      const { email, verified = false } = emails.find(({ primary }) => primary) ?? {}
      const name = profile.name || profile.login
      return { user: { name, email, emailVerified: verified }, data: profile }
    },
  }
}
