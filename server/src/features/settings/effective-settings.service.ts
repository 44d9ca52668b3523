import type { SocialProvider } from '@coffer/contract/social'
import type { Db } from '../../db/open.ts'
import type { Deps } from '../../deps.ts'
import type { S3Options } from '../../files/s3/s3-options.ts'
import { sign } from '../../lib/signing.ts'
import type { MailServer } from '../../mail-transport/mailer.ts'
import { environmentValues } from './environment-values.ts'
import { readSecret, type SecretDeps } from './secrets.service.ts'
import { readSettings } from './settings.repository.ts'
import type { Settings } from './settings.schema.ts'
import { s3OptionsOf } from './storage.rules.ts'

export type SettingsDeps = SecretDeps & Pick<Deps, 'db'>

/** Reads the settings, in which values of the environment have replaced stored ones. */
export const readEffectiveSettings = async (
  db: Db,
  { config }: Pick<Deps, 'config'>,
): Promise<Settings> => ({ ...(await readSettings(db)), ...environmentValues(config) })

/** Whether emails are sent by a mail server. Without one they are written to a folder. */
export const sendsEmail = ({ mail_driver, smtp_host }: Settings): boolean =>
  mail_driver !== 'none' && smtp_host !== null

/**
 * Whether a user must show access to a mailbox before an email grants or shows them anything. This
 * holds whenever the server can send email, even while accounts need no verification.
 */
export const requiresMailboxAccess = (settings: Settings): boolean =>
  sendsEmail(settings) || settings.user_verification === true

/** The sender of all emails. */
export const senderOf = (
  { mail_from_address, mail_from_name, app_title }: Settings,
  { mail }: Pick<Deps['config'], 'mail'>,
): { name: string; address: string } => ({
  name: mail_from_name ?? app_title,
  address: mail_from_address ?? mail.defaultAddress,
})

/** The mail server of the given settings. */
export const mailServerOf = (
  settings: Pick<Settings, 'smtp_host' | 'smtp_port' | 'smtp_username' | 'smtp_encryption'>,
  password: string | undefined,
): MailServer => ({
  host: settings.smtp_host ?? '',
  port: settings.smtp_port,
  encryption: settings.smtp_encryption,
  login:
    settings.smtp_username === null
      ? undefined
      : { user: settings.smtp_username, password: password ?? '' },
})

/** Reads the mail server to send by; undefined if emails are written to a folder. */
export async function readMailServer(deps: SettingsDeps): Promise<MailServer | undefined> {
  if (deps.config.mail.smtpUrl !== undefined) return { url: deps.config.mail.smtpUrl }
  const settings = await readSettings(deps.db)
  if (!sendsEmail(settings)) return undefined
  return mailServerOf(settings, await readSecret(deps, 'smtp_password'))
}

/** Where contents are stored. */
export interface Storage {
  /** Whether new contents go to the bucket. */
  isBucket: boolean
  /** The bucket; also while new contents go to the disk again. */
  s3: S3Options | undefined
}

/** Reads where contents are stored. */
export async function readStorage(deps: SettingsDeps): Promise<Storage> {
  const values = await readEffectiveSettings(deps.db, deps)
  if (values.s3_bucket === null) return { isBucket: false, s3: undefined }
  const secret = await readSecret(deps, 's3_secret_access_key')
  const s3 = s3OptionsOf(values, secret, deps.config.storage.encryption)
  return { isBucket: values.storage_driver !== 'disk', s3 }
}

/** Credentials for a sign-in provider. */
export interface SocialKeys {
  clientId: string
  clientSecret: string
  /** Overrides the provider's usual origin. */
  origin: string | undefined
}

/** Reads the credentials of a provider; undefined if they are incomplete. */
export async function readSocialKeys(
  deps: SettingsDeps,
  provider: SocialProvider,
): Promise<SocialKeys | undefined> {
  const clientId = (await readEffectiveSettings(deps.db, deps))[`${provider}_client_id`]
  const clientSecret = await readSecret(deps, `${provider}_client_secret`)
  if (!clientId || !clientSecret) return undefined
  return { clientId, clientSecret, origin: deps.config.social[provider].origin }
}

/** Identifies a client of a provider that passed a test, without revealing its secret. */
export const socialFingerprint = (
  secret: string,
  provider: SocialProvider,
  { clientId, clientSecret }: Pick<SocialKeys, 'clientId' | 'clientSecret'>,
): string => sign(secret, 'tested-keys', JSON.stringify([provider, clientId, clientSecret]))

/** The identity of this server at an OpenID Connect provider. */
export interface OpenidClient {
  issuer: string
  clientId: string
  clientSecret: string
  scopes: string
  /** The path of the claim for the role; null when roles don't come from the provider. */
  roleClaim: string | null
}

/** Reads the OpenID Connect client; undefined if it is incomplete. */
export async function readOpenidClient(deps: SettingsDeps): Promise<OpenidClient | undefined> {
  const settings = await readSettings(deps.db)
  const clientSecret = await readSecret(deps, 'openid_client_secret')
  const { openid_issuer: issuer, openid_client_id: clientId, openid_scopes: scopes } = settings
  if (!issuer || !clientId || !clientSecret) return undefined
  const roleClaim = settings.openid_admin_value === null ? null : settings.openid_role_claim
  return { issuer, clientId, clientSecret, scopes, roleClaim }
}

/** Identifies a client that passed a test, without revealing its secret. */
export const openidFingerprint = (
  secret: string,
  { issuer, clientId, clientSecret }: Omit<OpenidClient, 'scopes' | 'roleClaim'>,
): string => sign(secret, 'tested-keys', `${issuer} ${clientId} ${clientSecret}`)

export interface RecaptchaKeys {
  siteKey: string
  secretKey: string
  url: string
}

/** Reads the keys of the bot check; undefined if they are incomplete. */
export async function readRecaptchaKeys(deps: SettingsDeps): Promise<RecaptchaKeys | undefined> {
  const { recaptcha_site_key: siteKey } = await readEffectiveSettings(deps.db, deps)
  const secretKey = await readSecret(deps, 'recaptcha_secret_key')
  if (!siteKey || !secretKey) return undefined
  return { siteKey, secretKey, url: deps.config.recaptcha.url }
}

/** Identifies keys that passed a test, without revealing them. */
export const recaptchaFingerprint = (
  secret: string,
  { siteKey, secretKey }: Pick<RecaptchaKeys, 'siteKey' | 'secretKey'>,
): string => sign(secret, 'tested-keys', `${siteKey} ${secretKey}`)
