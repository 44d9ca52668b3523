import type { ClientConfig } from '@coffer/contract/config'
import type { Config } from '../../config.ts'
import { formatBytes } from '../../lib/format-bytes.ts'
import type { Settings } from './settings.schema.ts'

export const presentConfig = (
  settings: Settings,
  {
    social,
    recaptcha,
    requiresTwoFactor,
  }: Pick<Config, 'social' | 'recaptcha' | 'requiresTwoFactor'>,
  { host, isAuthenticated }: { host: string; isAuthenticated: boolean },
): ClientConfig => ({
  locale: settings.language,
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
  defaultThemeMode: 'system',
  defaultEmoji: 'twemoji',
  allowedFacebookLogin: social.facebook !== undefined && settings.allowed_facebook_login,
  allowedGoogleLogin: social.google !== undefined && settings.allowed_google_login,
  allowedGithubLogin: social.github !== undefined && settings.allowed_github_login,
  isTwoFactorRequired: requiresTwoFactor,
  allowedRecaptcha: recaptcha !== undefined && settings.allowed_recaptcha,
  recaptchaSiteKey: recaptcha?.siteKey ?? null,
  recaptchaUrl: recaptcha?.url ?? null,
  googleAnalytics: null,
  appName: settings.app_title,
  isAuthenticated,
})
