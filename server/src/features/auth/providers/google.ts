import type { OAuthProvider } from '@better-auth/core/oauth2'
import { createRemoteJWKSet, jwtVerify } from 'jose'
import { z } from 'zod'
import type { SocialKeys } from '../../settings/index.ts'
import { oauthBase } from './provider.ts'
import { tokenUrlOf } from './token-urls.ts'

const Claims = z.object({
  sub: z.string().min(1),
  name: z.string().default(''),
  email: z.string().optional(),
  email_verified: z.boolean().default(false),
  nonce: z.string(),
})

/** OpenID Connect: the identity comes from a signed token with our audience and this sign-in's nonce. */
export function google(keys: SocialKeys): OAuthProvider<z.output<typeof Claims>> {
  const { origin } = keys
  const issuer = origin ?? 'https://accounts.google.com'
  const certificates = new URL('/oauth2/v3/certs', origin ?? 'https://www.googleapis.com')
  const keySet = createRemoteJWKSet(certificates, { timeoutDuration: 10_000 })
  const base = oauthBase(
    {
      id: 'google',
      name: 'Google',
      scopes: ['openid', 'email', 'profile'],
      authorizationUrl: `${issuer}/o/oauth2/v2/auth`,
      tokenUrl: tokenUrlOf('google', origin),
    },
    keys,
  )
  return {
    ...base,
    requiresIdTokenNonce: true,
    accountSubject: ({ profile }) => profile.sub,
    async getUserInfo({ idToken = '', expectedIdTokenNonce }) {
      const { payload } = await jwtVerify(idToken, keySet, {
        issuer: [issuer, 'accounts.google.com'],
        audience: keys.clientId,
        algorithms: ['RS256'],
        maxTokenAge: '1h',
      })
      const claims = Claims.parse(payload)
      if (claims.nonce !== expectedIdTokenNonce) return null
      const { name, email, email_verified: emailVerified } = claims
      return { user: { name, email, emailVerified }, data: claims }
    },
  }
}
