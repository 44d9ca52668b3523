import type { SecretName, SettingValues } from '@coffer/contract'
import type { StorageDriver } from '@coffer/contract/storage-providers'
import type { Config } from '../../config.ts'
import { withoutUndefined } from '../../lib/without-undefined.ts'
import type { StorageConfig } from '../../storage-variables.ts'

type SettingsConfig = Pick<
  Config,
  'mail' | 'social' | 'recaptcha' | 'gateways' | 'requiresTwoFactor' | 'storage'
>

const SMTP_PORT = 587
const SMTPS_PORT = 465

/** The parts of `SMTP_URL`, which is used as a whole. */
function smtpValues(smtpUrl: string | undefined): Partial<SettingValues> {
  if (smtpUrl === undefined) return {}
  const url = new URL(smtpUrl)
  const isImplicit = url.protocol === 'smtps:'
  return {
    mail_driver: 'smtp',
    smtp_host: url.hostname.replace(/^\[|\]$/g, ''),
    smtp_port: Number(url.port) || (isImplicit ? SMTPS_PORT : SMTP_PORT),
    smtp_username: decodeURIComponent(url.username) || null,
    smtp_encryption: isImplicit ? 'ssl' : 'tls',
  }
}

/** An endpoint of `S3_ENDPOINT` may be any provider; without one it is Amazon. */
function storageDriver({ kind, endpoint }: StorageConfig): StorageDriver | undefined {
  if (kind !== 's3') return kind
  return endpoint === undefined ? 's3' : 'other'
}

/** The settings that the environment sets; they win over stored ones. */
export const environmentValues = ({
  mail,
  social,
  recaptcha,
  gateways,
  requiresTwoFactor,
  storage,
}: SettingsConfig): Partial<SettingValues> => ({
  ...smtpValues(mail.smtpUrl),
  ...withoutUndefined({
    mail_from_address: mail.from?.address,
    mail_from_name: mail.from && (mail.from.name || null),
    google_client_id: social.google.clientId,
    github_client_id: social.github.clientId,
    facebook_client_id: social.facebook.clientId,
    recaptcha_site_key: recaptcha.siteKey,
    two_factor_required: requiresTwoFactor,
    stripe_public_key: gateways.stripe.publicKey,
    paystack_public_key: gateways.paystack.publicKey,
    paypal_client_id: gateways.paypal.clientId,
    paypal_live: gateways.paypal.isLive,
    storage_driver: storageDriver(storage),
    s3_endpoint: storage.endpoint,
    s3_region: storage.region,
    s3_bucket: storage.bucket,
    s3_prefix: storage.prefix,
    s3_access_key_id: storage.accessKeyId,
    s3_path_style: storage.isPathStyle,
  }),
})

/** The secrets that the environment sets; they win over stored ones. */
export const environmentSecrets = ({
  mail,
  social,
  recaptcha,
  gateways,
  storage,
}: SettingsConfig): Partial<Record<SecretName, string>> =>
  withoutUndefined({
    // Also without a password, because a stored one must not be sent to another server.
    smtp_password:
      mail.smtpUrl === undefined ? undefined : decodeURIComponent(new URL(mail.smtpUrl).password),
    google_client_secret: social.google.clientSecret,
    github_client_secret: social.github.clientSecret,
    facebook_client_secret: social.facebook.clientSecret,
    recaptcha_secret_key: recaptcha.secretKey,
    stripe_secret_key: gateways.stripe.secretKey,
    stripe_webhook_secret: gateways.stripe.webhookSecret,
    paypal_client_secret: gateways.paypal.clientSecret,
    paypal_webhook_id: gateways.paypal.webhookId,
    paystack_secret_key: gateways.paystack.secretKey,
    s3_secret_access_key: storage.secretAccessKey,
  })
