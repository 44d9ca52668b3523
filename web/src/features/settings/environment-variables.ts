import type { SecretName, SettingName } from '@coffer/contract/setting-values'

/** The variables of the environment that set a value, to name them beside it. */
const VARIABLES: Partial<Record<SettingName | SecretName, string>> = {
  mail_driver: 'SMTP_URL',
  smtp_host: 'SMTP_URL',
  smtp_port: 'SMTP_URL',
  smtp_username: 'SMTP_URL',
  smtp_encryption: 'SMTP_URL',
  smtp_password: 'SMTP_URL',
  mail_from_address: 'MAIL_FROM',
  mail_from_name: 'MAIL_FROM',
  two_factor_required: 'TWO_FACTOR',
  google_client_id: 'GOOGLE_CLIENT_ID',
  google_client_secret: 'GOOGLE_CLIENT_SECRET',
  github_client_id: 'GITHUB_CLIENT_ID',
  github_client_secret: 'GITHUB_CLIENT_SECRET',
  facebook_client_id: 'FACEBOOK_CLIENT_ID',
  facebook_client_secret: 'FACEBOOK_CLIENT_SECRET',
  recaptcha_site_key: 'RECAPTCHA_SITE_KEY',
  recaptcha_secret_key: 'RECAPTCHA_SECRET_KEY',
  stripe_public_key: 'STRIPE_PUBLIC_KEY',
  stripe_secret_key: 'STRIPE_SECRET_KEY',
  stripe_webhook_secret: 'STRIPE_WEBHOOK_SECRET',
  paypal_client_id: 'PAYPAL_CLIENT_ID',
  paypal_client_secret: 'PAYPAL_CLIENT_SECRET',
  paypal_webhook_id: 'PAYPAL_WEBHOOK_ID',
  paypal_live: 'PAYPAL_LIVE',
  paystack_public_key: 'PAYSTACK_PUBLIC_KEY',
  paystack_secret_key: 'PAYSTACK_SECRET_KEY',
}

export const variableOf = (name: SettingName | SecretName): string | undefined => VARIABLES[name]
