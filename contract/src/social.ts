import { z } from 'zod'
import { endpoint } from './endpoint.ts'

/** ACC-14: sign-in providers with fixed addresses. */
export const SOCIAL_PROVIDERS = ['google', 'github', 'facebook'] as const
export const SocialProvider = z.enum(SOCIAL_PROVIDERS)
export type SocialProvider = z.infer<typeof SocialProvider>

/** All sign-in providers: `openid` is any OpenID Connect provider that an administrator sets up. */
export const PROVIDERS = [...SOCIAL_PROVIDERS, 'openid'] as const
export const Provider = z.enum(PROVIDERS)
export type Provider = z.infer<typeof Provider>

/** Provider names, the same in every language. */
export const PROVIDER_NAMES: Readonly<Record<Provider, string>> = {
  google: 'Google',
  github: 'GitHub',
  facebook: 'Facebook',
  openid: 'OpenID Connect',
}

/** Reasons why a social sign-in failed. */
export const SOCIAL_SIGN_IN_ERRORS = [
  'taken',
  'unverified',
  'no_address',
  'closed',
  'suspended',
  'cancelled',
  'failed',
] as const
export type SocialSignInError = (typeof SOCIAL_SIGN_IN_ERRORS)[number]

/** A path of this server; URLs that only look like one are rejected. */
const OwnPath = z
  .string()
  .max(2000)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused.
  .regex(/^\/(?![/\\])[^\\\u0000-\u0020\u007f]*$/)
  .regex(/^(?!.*%(?:0[ad]|5c|2f%2f))/i)
  // Browsers read `/..//place` as `//place`, which is another host.
  .regex(/^(?![^?#]*\/\/)/)

export const socialRedirect = endpoint({
  method: 'GET',
  path: '/api/socialite/:provider/redirect',
  access: 'public',
  summary: 'Returns the sign-in URL of a provider; the redirect is kept in a cookie.',
  params: z.object({ provider: Provider }),
  query: z.object({ redirect: OwnPath.catch('/platform/files').default('/platform/files') }),
  response: z.object({ data: z.object({ url: z.string() }) }),
})

export const socialCallback = endpoint({
  method: 'GET',
  path: '/api/auth/callback/:provider',
  access: 'public',
  summary: 'Callback of a provider: opens a session and redirects, or goes back to sign-in.',
  params: z.object({ provider: Provider }),
})
