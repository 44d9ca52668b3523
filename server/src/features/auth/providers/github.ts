import type { OAuthProvider } from '@better-auth/core/oauth2'
import { z } from 'zod'
import type { SocialKeys } from '../../../config.ts'
import { askAs, sharedBy } from './provider.ts'

const Profile = z.object({ id: z.number().int(), login: z.string(), name: z.string().nullish() })
const Emails = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }))

/** With an origin of its own it is a GitHub Enterprise Server, whose interface lies below `/api/v3`. */
export function github(keys: SocialKeys): OAuthProvider<z.output<typeof Profile>> {
  const { origin } = keys
  const web = origin ?? 'https://github.com'
  const api = origin === undefined ? 'https://api.github.com' : `${origin}/api/v3`
  const shared = sharedBy(
    {
      ...{ id: 'github', name: 'GitHub', scopes: ['read:user', 'user:email'] },
      authorizationUrl: `${web}/login/oauth/authorize`,
      tokenUrl: `${web}/login/oauth/access_token`,
    },
    keys,
  )
  return {
    ...shared,
    accountSubject: ({ profile }) => profile.id,
    async getUserInfo(tokens) {
      const profile = await askAs(tokens, `${api}/user`, Profile)
      // What stands in the profile may be anybody's: only this list says what was confirmed.
      const emails = await askAs(tokens, `${api}/user/emails`, Emails)
      const { email, verified = false } = emails.find(one => one.primary) ?? {}
      const name = profile.name || profile.login
      return { user: { name, email, emailVerified: verified }, data: profile }
    },
  }
}
