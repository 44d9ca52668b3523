import { z } from 'zod'
import { EmojiType, ThemeMode } from './account.ts'
import { LOCALES } from './constants.ts'
import { endpoint } from './endpoint.ts'

/** Spec §3, client configuration: a whitelist, so that a secret can't reach the client by being added. */
export const ClientConfig = z.object({
  locale: z.enum(LOCALES),
  host: z.string(),
  api: z.string(),
  broadcasting: z.enum(['websocket', 'none']),
  subscriptionType: z.enum(['none', 'fixed', 'metered']),
  storageLimit: z.boolean(),
  chunkSize: z.int(),
  uploadLimit: z.int(),
  uploadLimitFormatted: z.string(),
  mimetypesBlacklist: z.string(),
  trashDays: z.int(),
  installation: z.enum(['installation-done', 'installation-needed']),
  allowHomepage: z.boolean(),
  allowRegistration: z.boolean(),
  defaultThemeMode: ThemeMode,
  defaultEmoji: EmojiType,
  allowedFacebookLogin: z.boolean(),
  allowedGoogleLogin: z.boolean(),
  allowedGithubLogin: z.boolean(),
  isTwoFactorRequired: z.boolean(),
  allowedRecaptcha: z.boolean(),
  recaptchaSiteKey: z.string().nullable(),
  recaptchaUrl: z.string().nullable(),
  googleAnalytics: z.string().nullable(),
  appName: z.string(),
  isAuthenticated: z.boolean(),
})
export type ClientConfig = z.infer<typeof ClientConfig>

export const getConfig = endpoint({
  method: 'GET',
  path: '/api/config',
  access: 'public',
  summary: 'What the web app has to know before anyone signs in.',
  response: ClientConfig,
})
