import { z } from 'zod'
import { endpoint } from './endpoint.ts'

/** ACC-14: the services that users can sign in with. */
export const PROVIDERS = ['google', 'github', 'facebook'] as const
export const Provider = z.enum(PROVIDERS)
export type Provider = z.infer<typeof Provider>

/** As they call themselves, in every language. */
export const PROVIDER_NAMES: Readonly<Record<Provider, string>> = {
  google: 'Google',
  github: 'GitHub',
  facebook: 'Facebook',
}

/** Why somebody comes back from a provider and is not in. */
export const SOCIAL_SIGN_IN_ERRORS = [
  'taken',
  'unverified',
  'no_address',
  'closed',
  'cancelled',
  'failed',
] as const
export type SocialSignInError = (typeof SOCIAL_SIGN_IN_ERRORS)[number]

/** A path of this very server, and never another one's that only looks like it. */
const OwnPath = z
  .string()
  .max(2000)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused.
  .regex(/^\/(?![/\\])[^\\\u0000-\u0020\u007f]*$/)
  .regex(/^(?!.*%(?:0[ad]|5c|2f%2f))/i)
  // `/..//place` is read as `//place`, which is somewhere else.
  .regex(/^(?![^?#]*\/\/)/)

export const socialRedirect = endpoint({
  method: 'GET',
  path: '/api/socialite/:provider/redirect',
  access: 'public',
  summary: "Where a provider's sign-in begins; the way back is kept in a cookie.",
  params: z.object({ provider: Provider }),
  query: z.object({ redirect: OwnPath.catch('/platform/files').default('/platform/files') }),
  response: z.object({ data: z.object({ url: z.string() }) }),
})

export const socialCallback = endpoint({
  method: 'GET',
  path: '/api/auth/callback/:provider',
  access: 'public',
  summary: 'Where a provider sends people back to: opens a session and leads on, or to sign-in.',
  params: z.object({ provider: Provider }),
})
