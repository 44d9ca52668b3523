import type { ClientConfig } from '@coffer/contract/config'
import { formatBytes } from '../../lib/format-bytes.ts'
import type { Settings } from './settings.schema.ts'

export const presentConfig = (
  settings: Settings,
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
  allowedRecaptcha: false,
  googleAnalytics: null,
  appName: settings.app_title,
  isAuthenticated,
})
