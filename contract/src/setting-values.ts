import { z } from 'zod'
import { isReadableColor } from './accent-color.ts'
import { EmojiType, ThemeMode } from './account.ts'
import { Country } from './countries.ts'
import { Currency } from './currencies.ts'
import { Email } from './email-address.ts'
import { HOMEPAGE_SECTIONS, HOMEPAGE_TEXTS, HomepageSettings } from './homepage.ts'
import { LocaleTag } from './locale-tags.ts'
import { PLAIN_TEXT } from './names.ts'
import { isSecureUrl } from './secure-url.ts'
import { STORAGE_DRIVERS } from './storage-providers.ts'
import { TaxRates } from './tax-rates.ts'
import { TimeZone } from './time-zone.ts'

const line = (max: number) =>
  z.string().trim().max(max, 'validation.long').regex(PLAIN_TEXT, 'validation.invalid')
/** A line of text; null uses the built-in text or none. */
const text = (max: number) => line(max).min(1, 'validation.required').nullable().default(null)
const name = (max: number) => line(max).min(1, 'validation.required')
/** URL of a custom logo; null uses the default one. */
const logo = z.string().max(500, 'validation.long').nullable().default(null)
/** An identifier that a provider gives; it is not secret. */
const clientId = z
  .string()
  .trim()
  .max(500, 'validation.long')
  .regex(/^[\x21-\x7e]+$/, 'validation.invalid')
  .nullable()
  .default(null)
const flag = (initial: boolean) => z.boolean('validation.boolean').default(initial)
const count = (min: number, max: number, initial: number) =>
  z
    .int('validation.number')
    .min(min, 'validation.number_range')
    .max(max, 'validation.number_range')
    .default(initial)
const exactUrl = z
  .url({ protocol: /^https?$/, error: 'validation.url' })
  .max(2000, 'validation.long')
/** Tokens must not be readable on the way. Invalid addresses have an error of their own. */
const isSecureIfValid = (url: string): boolean => !URL.canParse(url) || isSecureUrl(url)
const byName = <const N extends string, S>(
  names: readonly N[],
  schemaOf: (name: N) => S,
): Record<N, S> => Object.fromEntries(names.map(name => [name, schemaOf(name)])) as Record<N, S>
const slot = z
  .string()
  .trim()
  .regex(/^\d{6,16}$/, 'validation.ad_slot')
  .nullable()
  .default(null)

/** Texts without a value are the built-in ones, and all sections are shown. */
const homepage = {
  ...byName(HOMEPAGE_TEXTS, name => HomepageSettings.shape[name].default({})),
  ...byName(HOMEPAGE_SECTIONS, () => flag(true)),
}

export const MAIL_DRIVERS = ['none', 'smtp', 'mailgun', 'ses', 'postmark'] as const
export const SMTP_ENCRYPTIONS = ['tls', 'ssl', 'none'] as const
export const SUBSCRIPTION_TYPES = ['none', 'fixed', 'metered'] as const

const TERABYTE = 1_000_000_000_000
export const MEGABYTE = 1024 * 1024
/** The upper limit of the chunk size setting. */
export const MAX_CHUNK_BYTES = 512 * MEGABYTE

/**
 * Settings that administrators can change, with their defaults. Each is stored by its name. A value
 * in the environment wins over the stored one. Secrets are not here but in `SECRET_NAMES`.
 */
export const SettingValues = z.object({
  // Appearance
  app_title: name(60).default('Coffer'),
  app_description: text(300),
  /** Accent colour; null uses the default one. */
  app_color: z
    .string()
    .regex(/^#[0-9a-f]{6}$/i, 'validation.hex_color')
    .refine(isReadableColor, 'validation.color_contrast')
    .toLowerCase()
    .nullable()
    .default(null),
  app_logo: logo,
  app_logo_dark: logo,
  app_logo_horizontal: logo,
  app_logo_horizontal_dark: logo,
  app_favicon: logo,
  app_touch_icon: logo,
  app_og_image: logo,
  /** Applies to visitors without an account and to new accounts. */
  default_theme_mode: ThemeMode.default('system'),
  default_emoji: EmojiType.default('twemoji'),
  language: LocaleTag.default('en'),
  /** Null uses the time zone of each browser, and UTC in emails. */
  timezone: TimeZone.nullable().default(null),

  // Application
  allow_homepage: flag(false),
  ...homepage,
  /** Visitors may try Coffer in an account of their own that is deleted after an hour. */
  demo_mode: flag(false),
  contact_email: Email.nullable().default(null),
  google_analytics: z
    .string()
    .trim()
    .regex(/^(G|GT|UA|AW)-[A-Z0-9-]{4,20}$/i, 'validation.analytics_id')
    .nullable()
    .default(null),
  subscription_type: z.enum(SUBSCRIPTION_TYPES).default('none'),
  /** Bytes of one upload chunk. */
  chunk_size: count(1, MAX_CHUNK_BYTES, 8 * MEGABYTE),
  /** Bytes; 0 means no limit (UPL-23). */
  upload_limit: count(0, 1000 * TERABYTE, 0),
  /** Refused types and extensions, separated by commas (UPL-22). */
  mimetypes_blacklist: line(4000).default(''),
  storage_limitation: flag(false),
  /** Storage of a new account in bytes while storage is limited. */
  default_max_storage_amount: count(0, 1000 * TERABYTE, 5_000_000_000),
  /** Members of a team folder; -1 means no limit. */
  default_max_team_member: count(-1, 100_000, 10),
  /** Days that items stay in the trash; 0 keeps them forever. */
  trash_days: count(0, 3650, 30),
  /** Versions kept of a file; 0 keeps none. */
  versions_kept: count(0, 1000, 10),
  /** Days that entries of the audit log are kept; 0 keeps them forever. */
  audit_retention_days: count(0, 3650, 365),
  /** Users and guests get 503 while it is on; administrators continue. */
  maintenance_mode: flag(false),
  maintenance_message: text(500),
  /** JSON file with the newest version; null looks for no updates. */

  // Sign-in
  /** While off, only invited people get an account. */
  registration: flag(true),
  /** Domains whose addresses may register while registration is on; none means all. */
  registration_domains: z
    .array(
      z
        .string()
        .trim()
        .toLowerCase()
        .max(253, 'validation.long')
        .regex(/^[^\s\p{Cc}\p{Cs}<>,;@.]+(\.[^\s\p{Cc}\p{Cs}<>,;@.]+)+$/u, 'validation.domain'),
    )
    .max(200, 'validation.long')
    .default([]),
  /** Whether sign-in requires a verified address; null requires it when emails are sent. */
  user_verification: z.boolean('validation.boolean').nullable().default(null),
  two_factor_required: flag(false),
  /** Days after which an unused session ends. */
  session_days: count(1, 90, 30),
  allowed_google_login: flag(true),
  google_client_id: clientId,
  allowed_github_login: flag(true),
  github_client_id: clientId,
  allowed_facebook_login: flag(true),
  facebook_client_id: clientId,
  /** Any OpenID Connect provider; it can be turned on after a successful test. */
  allowed_openid_login: flag(false),
  /** As in the provider's tokens: a slash at the end matters. */
  openid_issuer: exactUrl.refine(isSecureIfValid, 'validation.https_url').nullable().default(null),
  openid_client_id: clientId,
  openid_scopes: line(300)
    .regex(/^[\x21-\x7e]+( [\x21-\x7e]+)*$/, 'validation.invalid')
    .refine(scopes => scopes.split(' ').includes('openid'), 'validation.openid_scope')
    .default('openid email profile'),
  /** Name of the claim that decides the role, with dots between levels; null keeps roles. */
  openid_role_claim: text(200),
  /** Users whose claim is or contains this value are administrators, and others are not. */
  openid_admin_value: text(200),
  /** Text of the button; null uses a general one. */
  openid_label: text(60),
  /** Whether the first sign-in creates an account, where registration allows it. */
  openid_creates_accounts: flag(true),
  allowed_recaptcha: flag(true),
  recaptcha_site_key: clientId,

  // Mail
  /** All but `none` send by SMTP; the name only chooses what the form fills in. */
  mail_driver: z.enum(MAIL_DRIVERS).default('none'),
  smtp_host: z
    .string()
    .trim()
    .max(253, 'validation.long')
    .regex(/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$|^[\da-f:.]+$/i, 'validation.host')
    .nullable()
    .default(null),
  smtp_port: count(1, 65_535, 587),
  smtp_username: text(300),
  smtp_encryption: z.enum(SMTP_ENCRYPTIONS).default('tls'),
  /** Null uses no-reply at this server's address. */
  mail_from_address: Email.nullable().default(null),
  /** Null uses the title. */
  mail_from_name: line(100)
    .min(1, 'validation.required')
    .regex(/^[^<>"]*$/, 'validation.invalid')
    .nullable()
    .default(null),

  // Storage
  /** All but `disk` store by S3; the name only chooses what the form fills in. */
  storage_driver: z.enum(STORAGE_DRIVERS).default('disk'),
  s3_endpoint: exactUrl.nullable().default(null),
  s3_region: clientId,
  s3_bucket: z
    .string()
    .trim()
    .max(255, 'validation.long')
    .regex(/^[a-z0-9][a-z0-9._-]+$/i, 'validation.invalid')
    .nullable()
    .default(null),
  /** Begins the names of all objects, so that a bucket can be shared. */
  s3_prefix: z
    .string()
    .trim()
    .max(200, 'validation.long')
    .regex(/^[\w.-]+(\/[\w.-]+)*\/?$/, 'validation.invalid')
    .nullable()
    .default(null),
  /** Null uses the credentials of the machine. */
  s3_access_key_id: clientId,
  /** Puts the bucket into the path of addresses instead of the host. */
  s3_path_style: flag(false),

  // Advertising
  allowed_adsense: flag(false),
  adsense_client_id: z
    .string()
    .trim()
    .regex(/^ca-pub-\d{10,20}$/, 'validation.ad_client')
    .nullable()
    .default(null),
  /** Shown in the file view of links. */
  adsense_banner_01: slot,
  /** Shown on share pages. */
  adsense_banner_02: slot,
  /** Shown on the homepage. */
  adsense_banner_03: slot,

  // Billing
  /** Name of the seller on invoices; null uses the title. */
  billing_name: text(120),
  billing_company: text(120),
  billing_address: text(200),
  billing_city: text(120),
  billing_postal_code: text(20),
  billing_state: text(120),
  billing_country: Country.nullable().default(null),
  billing_phone_number: text(40),
  billing_vat_number: text(40),
  /** Currency of new plans, and of credit where a user has no other. */
  billing_currency: Currency.default('USD'),
  /** Precedes the numbers of invoices. */
  billing_invoice_prefix: line(20)
    .regex(/^[\p{L}\d/._-]*$/u, 'validation.invalid')
    .default(''),
  /** Days until an invoice is due. */
  billing_due_days: count(0, 365, 0),
  /** Printed at the end of invoices. */
  billing_invoice_note: text(1000),
  /** Whether prices of plans include tax. */
  billing_prices_include_tax: flag(true),
  /** Without a rate that applies to the buyer no tax is charged. */
  billing_tax_rates: TaxRates.default([]),
  /** Gateways that are off are not offered; existing subscriptions continue. */
  allowed_stripe: flag(true),
  stripe_public_key: clientId,
  allowed_paystack: flag(true),
  paystack_public_key: clientId,
  allowed_paypal: flag(true),
  paypal_client_id: clientId,
  paypal_live: flag(false),
  /** Minor units of usage that a new account may reach before its first payment. */
  new_account_usage_limit: count(0, 1_000_000_000, 2000),
  /** Minor units that a new metered account gets as balance. */
  registration_bonus: count(0, 1_000_000_000, 0),
})
export type SettingValues = z.output<typeof SettingValues>
export type SettingName = keyof SettingValues
export const SETTING_NAMES = Object.keys(SettingValues.shape) as SettingName[]

/** Values that are encrypted when stored, and never part of a response. */
export const SECRET_NAMES = [
  'smtp_password',
  's3_secret_access_key',
  'google_client_secret',
  'github_client_secret',
  'facebook_client_secret',
  'recaptcha_secret_key',
  'openid_client_secret',
  'purchase_code',
  'stripe_secret_key',
  'stripe_webhook_secret',
  'paypal_client_secret',
  'paypal_webhook_id',
  'paystack_secret_key',
] as const
export type SecretName = (typeof SECRET_NAMES)[number]
