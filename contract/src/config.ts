import { z } from 'zod'
import { EmojiType, ThemeMode } from './account.ts'
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
  og_image: Address,
})

/** Ad slots; null shows none. */
const Adsense = z.object({
  clientId: z.string().nullable(),
  banner01: z.string().nullable(),
  banner02: z.string().nullable(),
  banner03: z.string().nullable(),
})

/** HTTP-16: an allowlist, so that a secret added to the settings cannot reach the client. */
export const ClientConfig = z.object({
  /** The default language. */
  locale: z.string(),
  /** Languages that users can choose, by name. */
  languages: z.array(z.object({ locale: z.string(), name: z.string() })),
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
  /** Whether replaced contents are kept as versions; otherwise they are deleted at once. */
  keepsVersions: z.boolean(),
  installation: z.enum(['installation-done', 'installation-needed']),
  allowHomepage: z.boolean(),
  /** Whether `/demo` offers an account to try. */
  isDemo: z.boolean(),
  allowRegistration: z.boolean(),
  defaultThemeMode: ThemeMode,
  defaultEmoji: EmojiType,
  allowedFacebookLogin: z.boolean(),
  allowedGoogleLogin: z.boolean(),
  allowedGithubLogin: z.boolean(),
  allowedOpenidLogin: z.boolean(),
  /** Text of the OpenID Connect button; null uses a general one. */
  openidLabel: z.string().nullable(),
  isTwoFactorRequired: z.boolean(),
  allowedRecaptcha: z.boolean(),
  configuredRecaptcha: z.boolean(),
  recaptchaSiteKey: z.string().nullable(),
  recaptchaUrl: z.string().nullable(),
  googleAnalytics: z.string().nullable(),
  appName: z.string(),
  appDescription: z.string().nullable(),
  /** Accent colour; null uses the default one. */
  appColor: z.string().nullable(),
  logos: Logos,
  adsense: Adsense.nullable(),
  teamsDefaultMembers: z.int(),
  isMaintenance: z.boolean(),
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
