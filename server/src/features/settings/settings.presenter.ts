import {
  FALLBACK_LOCALE,
  SECRET_NAMES,
  SETTING_NAMES,
  type SecretName,
  type SettingName,
  type SettingValues,
} from '@coffer/contract'
import type { ClientConfig } from '@coffer/contract/config'
import type { SettingOrigin, SettingState, SettingsState } from '@coffer/contract/settings'
import type { SocialProvider } from '@coffer/contract/social'
import type { Config } from '../../config.ts'
import { formatBytes } from '../../lib/format-bytes.ts'
import { installedLanguages, isInstalled } from '../../lib/installed-languages.ts'
import type { StoredSecret } from './secrets.service.ts'
import type { SettingRow } from './settings.repository.ts'
import { offersDemo } from './settings.rules.ts'
import type { Settings } from './settings.schema.ts'
import type { SettingsSnapshot } from './settings-snapshot.ts'

const presentSocial = ({ values, hasSecret }: SettingsSnapshot) => {
  const isAllowed = (provider: SocialProvider) =>
    values[`allowed_${provider}_login`] &&
    values[`${provider}_client_id`] !== null &&
    hasSecret(`${provider}_client_secret`)
  return {
    allowedFacebookLogin: isAllowed('facebook'),
    allowedGoogleLogin: isAllowed('google'),
    allowedGithubLogin: isAllowed('github'),
    allowedOpenidLogin:
      values.allowed_openid_login &&
      values.openid_issuer !== null &&
      values.openid_client_id !== null &&
      hasSecret('openid_client_secret'),
    openidLabel: values.openid_label,
  }
}

const presentRecaptcha = (
  { values, hasSecret }: SettingsSnapshot,
  { url }: Config['recaptcha'],
) => {
  const isConfigured = values.recaptcha_site_key !== null && hasSecret('recaptcha_secret_key')
  return {
    allowedRecaptcha: isConfigured && values.allowed_recaptcha,
    configuredRecaptcha: isConfigured,
    recaptchaSiteKey: isConfigured ? values.recaptcha_site_key : null,
    recaptchaUrl: isConfigured ? url : null,
  }
}

/** Whether people can pay by each gateway. */
function presentGateways({ values, hasSecret }: SettingsSnapshot) {
  const isBilled = values.subscription_type !== 'none'
  const isPayPal =
    isBilled &&
    values.allowed_paypal &&
    values.paypal_client_id !== null &&
    hasSecret('paypal_client_secret')
  return {
    isStripe: isBilled && values.allowed_stripe && hasSecret('stripe_secret_key'),
    isPaystack: isBilled && values.allowed_paystack && hasSecret('paystack_secret_key'),
    isPayPal,
    isPayPalLive: isPayPal && values.paypal_live,
  }
}

/** Presents the settings and environment that browsers may see; never secrets. */
export const presentConfig = (
  snapshot: SettingsSnapshot,
  { recaptcha, pseudoLocale }: Pick<Config, 'recaptcha' | 'pseudoLocale'>,
  { host, isAuthenticated }: { host: string; isAuthenticated: boolean },
): ClientConfig => {
  const settings = snapshot.values
  return {
    locale: isInstalled(settings.language) ? settings.language : FALLBACK_LOCALE,
    languages: installedLanguages().map(({ locale, name }) => ({ locale, name })),
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
    keepsVersions: settings.versions_kept > 0,
    installation: settings.installed_at === null ? 'installation-needed' : 'installation-done',
    allowHomepage: settings.allow_homepage,
    isDemo: offersDemo(settings),
    allowRegistration: settings.registration,
    defaultThemeMode: settings.default_theme_mode,
    defaultEmoji: settings.default_emoji,
    ...presentSocial(snapshot),
    isTwoFactorRequired: settings.two_factor_required,
    ...presentRecaptcha(snapshot, recaptcha),
    googleAnalytics: settings.google_analytics,
    appName: settings.app_title,
    appDescription: settings.app_description,
    appColor: settings.app_color,
    logos: {
      main: settings.app_logo,
      main_dark: settings.app_logo_dark,
      horizontal: settings.app_logo_horizontal,
      horizontal_dark: settings.app_logo_horizontal_dark,
      favicon: settings.app_favicon,
      touch_icon: settings.app_touch_icon,
      og_image: settings.app_og_image,
    },
    adsense: settings.allowed_adsense
      ? {
          clientId: settings.adsense_client_id,
          banner01: settings.adsense_banner_01,
          banner02: settings.adsense_banner_02,
          banner03: settings.adsense_banner_03,
        }
      : null,
    teamsDefaultMembers: settings.default_max_team_member,
    isMaintenance: settings.maintenance_mode,
    stripe_public_key: settings.stripe_public_key,
    paystack_public_key: settings.paystack_public_key,
    paypal_client_id: settings.paypal_client_id,
    ...presentGateways(snapshot),
    isAuthenticated,
  }
}

const originOf = (isInEnvironment: boolean, isStored: boolean): SettingOrigin => {
  if (isInEnvironment) return 'environment'
  return isStored ? 'stored' : 'default'
}

interface ChangedRow {
  changed_at: number | null
  changed_by: string | null
  changed_by_name: string | null
}

const presentChange = (row: ChangedRow | undefined) => ({
  changed_at: row?.changed_at == null ? null : new Date(row.changed_at).toISOString(),
  changed_by:
    row?.changed_by == null || row.changed_by_name === null
      ? null
      : { id: row.changed_by, name: row.changed_by_name },
})

export interface SettingsStateRows {
  /** Effective values. */
  values: Settings
  rows: readonly SettingRow[]
  secrets: readonly StoredSecret[]
  environment: { values: Partial<SettingValues>; secrets: Partial<Record<SecretName, string>> }
}

/** Presents all settings with their origin; of secrets only whether they are set. */
export function presentSettings({
  values,
  rows,
  secrets,
  environment,
}: SettingsStateRows): SettingsState {
  const rowOf = new Map(rows.map(row => [row.name, row]))
  const secretOf = new Map(secrets.map(row => [row.name, row]))
  const presentValue = (name: SettingName): SettingState => {
    const isInEnvironment = name in environment.values
    const row = isInEnvironment ? undefined : rowOf.get(name)
    const origin = originOf(isInEnvironment, row !== undefined)
    return { value: values[name], origin, ...presentChange(row) }
  }
  const presentSecret = (name: (typeof SECRET_NAMES)[number]) => {
    const isInEnvironment = name in environment.secrets
    const row = isInEnvironment ? undefined : secretOf.get(name)
    return {
      is_set: isInEnvironment ? environment.secrets[name] !== '' : row !== undefined,
      is_readable: row?.isReadable ?? true,
      ends_in: row?.ends_in ?? null,
      origin: originOf(isInEnvironment, row !== undefined),
      ...presentChange(row),
    }
  }
  const valueEntries = SETTING_NAMES.map(name => [name, presentValue(name)])
  const secretEntries = SECRET_NAMES.map(name => [name, presentSecret(name)])
  return {
    values: Object.fromEntries(valueEntries) as SettingsState['values'],
    secrets: Object.fromEntries(secretEntries) as SettingsState['secrets'],
  }
}
