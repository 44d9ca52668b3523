import { z } from 'zod'
import { EmojiType, ThemeMode } from './account.ts'
import { LOCALES } from './constants.ts'
import { endpoint } from './endpoint.ts'

const Address = z.string().nullable()

/** URLs of custom logos; null uses the default. */
const Logos = z.object({
  main: Address,
  main_dark: Address,
  /** Logo that contains the name. */
  horizontal: Address,
  horizontal_dark: Address,
  favicon: Address,
  touch_icon: Address,
})

/** HTTP-16: an allowlist, so that a secret added to the settings cannot reach the client. */
export const ClientConfig = z.object({
  locale: z.enum(LOCALES),
  /** Only in development: shows all texts in the right-to-left pseudo-locale. */
  pseudoLocale: z.literal(true).optional(),
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
  configuredRecaptcha: z.boolean(),
  recaptchaSiteKey: z.string().nullable(),
  recaptchaUrl: z.string().nullable(),
  googleAnalytics: z.string().nullable(),
  appName: z.string(),
  logos: Logos,
  stripe_public_key: z.string().nullable(),
  paystack_public_key: z.string().nullable(),
  paypal_client_id: z.string().nullable(),
  isStripe: z.boolean(),
  isPaystack: z.boolean(),
  isPayPal: z.boolean(),
  isPayPalLive: z.boolean(),
  isAuthenticated: z.boolean(),
})
export type ClientConfig = z.infer<typeof ClientConfig>

export const getConfig = endpoint({
  method: 'GET',
  path: '/api/config',
  access: 'public',
  summary: 'Returns the configuration that the web app needs before sign-in.',
  response: ClientConfig,
})
