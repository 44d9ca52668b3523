import type { ClientConfig } from '@coffer/contract/config'
import type { Config } from '../../config.ts'
import { formatBytes } from '../../lib/format-bytes.ts'
import type { Settings } from './settings.schema.ts'

/** Presents the settings and environment that browsers may see; never secrets. */
export const presentConfig = (
  settings: Settings,
  {
    social,
    recaptcha,
    pseudoLocale,
    requiresTwoFactor,
  }: Pick<Config, 'social' | 'recaptcha' | 'pseudoLocale' | 'requiresTwoFactor'>,
  { host, isAuthenticated }: { host: string; isAuthenticated: boolean },
): ClientConfig => ({
  locale: settings.language,
  ...(pseudoLocale && { pseudoLocale }),
  host,
  api: `${host}/api`,
  broadcasting: 'websocket',
  subscriptionType: settings.subscription_type,
  storageLimit: settings.storage_limitation,
  chunkSize: settings.chunk_size,
  uploadLimit: settings.upload_limit,
  uploadLimitFormatted: formatBytes(settings.upload_limit),
  mimetypesBlacklist: settings.mimetypes_blacklist,
  trashDays: settings.trash_days,
  installation: settings.installed_at === null ? 'installation-needed' : 'installation-done',
  allowHomepage: settings.allow_homepage,
  allowRegistration: settings.registration,
  defaultThemeMode: settings.default_theme_mode,
  defaultEmoji: settings.default_emoji,
  allowedFacebookLogin: social.facebook !== undefined && settings.allowed_facebook_login,
  allowedGoogleLogin: social.google !== undefined && settings.allowed_google_login,
  allowedGithubLogin: social.github !== undefined && settings.allowed_github_login,
  isTwoFactorRequired: requiresTwoFactor,
  allowedRecaptcha: recaptcha !== undefined && settings.allowed_recaptcha,
  configuredRecaptcha: recaptcha !== undefined,
  recaptchaSiteKey: recaptcha?.siteKey ?? null,
  recaptchaUrl: recaptcha?.url ?? null,
  googleAnalytics: settings.google_analytics,
  appName: settings.app_title,
  logos: {
    main: settings.app_logo,
    main_dark: settings.app_logo_dark,
    horizontal: settings.app_logo_horizontal,
    horizontal_dark: settings.app_logo_horizontal_dark,
    favicon: settings.app_favicon,
    touch_icon: settings.app_touch_icon,
  },
  // A payment gateway is available once its public key is set.
  stripe_public_key: settings.stripe_public_key,
  paystack_public_key: settings.paystack_public_key,
  paypal_client_id: settings.paypal_client_id,
  isStripe: settings.stripe_public_key !== null,
  isPaystack: settings.paystack_public_key !== null,
  isPayPal: settings.paypal_client_id !== null,
  isPayPalLive: settings.paypal_client_id !== null && settings.paypal_live,
  isAuthenticated,
})
