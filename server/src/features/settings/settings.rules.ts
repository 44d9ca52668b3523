import type { SecretName, SettingValues } from '@coffer/contract'
import type { HomepageText, HomepageTextsPatch } from '@coffer/contract/homepage'
import { type SecretsPatch, type SettingsPatch, STORAGE_FIELDS } from '@coffer/contract/settings'
import { SOCIAL_PROVIDERS, type SocialProvider } from '@coffer/contract/social'
import { bucketIdentity } from './storage.rules.ts'

/** Messages by field, such as `values.smtp_host`. */
export type FieldErrors = Record<string, string[]>

export interface SettingsChange {
  values: SettingsPatch
  secrets: SecretsPatch
  /** Defaults of the settings that are reset. */
  resets: Partial<SettingValues>
}

export interface SettingsBefore {
  /** Effective values, with those of the environment. */
  values: SettingValues
  /** Names of the values and secrets that the environment sets. */
  environment: { values: ReadonlySet<string>; secrets: ReadonlySet<string> }
  secretsSet: ReadonlySet<SecretName>
  /** Buckets that have contents. */
  bucketsInUse: ReadonlySet<string>
  /** Whether the resulting bot check keys passed a test. */
  isRecaptchaTested: boolean
  /** Whether the resulting OpenID Connect client passed a test. */
  isOpenidTested: boolean
  /** Sign-in providers whose resulting client passed a test. */
  testedProviders: ReadonlySet<SocialProvider>
  /** Whether the resulting bucket passed a test, or needs none. */
  isStorageTested: boolean
  /** Whether the seller's resulting VAT ID can be one of their country, if the change affects it. */
  isVatIdValid: boolean
}

const MIN_CHUNK_BYTES = 1024 * 1024

/**
 * A stored secret is only sent to the server that it was entered for: an administrator could otherwise
 * read it by naming a server of their own.
 */
const SECRET_RECIPIENTS = {
  smtp_password: ['smtp_host', 'smtp_port', 'smtp_encryption'],
  openid_client_secret: ['openid_issuer'],
} as const satisfies Partial<Record<SecretName, readonly (keyof SettingValues)[]>>
type BoundSecret = keyof typeof SECRET_RECIPIENTS

/** Whether a change sends a stored secret to another server than before. */
export const movesSecret = (
  secret: BoundSecret,
  before: SettingValues,
  values: SettingsPatch,
): boolean =>
  SECRET_RECIPIENTS[secret].some(name => name in values && values[name] !== before[name])

const isSet = (name: SecretName, { secretsSet }: SettingsBefore, { secrets }: SettingsChange) =>
  secrets[name] === undefined ? secretsSet.has(name) : secrets[name] !== null

/** The settings after the change. */
const after = ({ values }: SettingsBefore, change: SettingsChange): SettingValues => ({
  ...values,
  ...(change.values as Partial<SettingValues>),
  ...change.resets,
})

function environmentErrors({ environment }: SettingsBefore, change: SettingsChange): FieldErrors {
  const errors: FieldErrors = {}
  for (const part of ['values', 'secrets'] as const)
    for (const name of Object.keys(change[part]))
      if (environment[part].has(name)) errors[`${part}.${name}`] = ['validation.set_by_environment']
  return errors
}

function secretErrors(before: SettingsBefore, change: SettingsChange): FieldErrors {
  const errors: FieldErrors = {}
  for (const name of Object.keys(SECRET_RECIPIENTS) as BoundSecret[]) {
    const isKept = before.secretsSet.has(name) && change.secrets[name] === undefined
    if (isKept && movesSecret(name, before.values, change.values))
      errors[`secrets.${name}`] = ['validation.secret_again']
  }
  return errors
}

function recaptchaErrors(before: SettingsBefore, change: SettingsChange): FieldErrors {
  if (change.values.allowed_recaptcha !== true) return {}
  const { recaptcha_site_key } = after(before, change)
  if (!recaptcha_site_key || !isSet('recaptcha_secret_key', before, change))
    return { 'values.allowed_recaptcha': ['validation.client_id_first'] }
  return before.isRecaptchaTested ? {} : { 'values.allowed_recaptcha': ['validation.test_first'] }
}

function openidErrors(before: SettingsBefore, change: SettingsChange): FieldErrors {
  if (change.values.allowed_openid_login !== true) return {}
  const { openid_issuer, openid_client_id } = after(before, change)
  const isComplete =
    openid_issuer && openid_client_id && isSet('openid_client_secret', before, change)
  if (!isComplete) return { 'values.allowed_openid_login': ['validation.client_id_first'] }
  return before.isOpenidTested ? {} : { 'values.allowed_openid_login': ['validation.test_first'] }
}

/** Whether a change gives a sign-in provider another client. */
export function changesClient(
  provider: SocialProvider,
  before: SettingsBefore,
  change: SettingsChange,
): boolean {
  const name = `${provider}_client_id` as const
  const isOtherId = after(before, change)[name] !== before.values[name]
  return isOtherId || `${provider}_client_secret` in change.secrets
}

function socialErrors(before: SettingsBefore, change: SettingsChange): FieldErrors {
  const next = after(before, change)
  const errors: FieldErrors = {}
  for (const provider of SOCIAL_PROVIDERS) {
    const name = `allowed_${provider}_login` as const
    const isNamed = name in change.values || name in change.resets
    const isNew = !before.values[name] || changesClient(provider, before, change)
    if (!(isNamed && isNew && next[name]) || before.testedProviders.has(provider)) continue
    const isComplete =
      next[`${provider}_client_id`] && isSet(`${provider}_client_secret`, before, change)
    errors[`values.${name}`] = [isComplete ? 'validation.test_first' : 'validation.client_id_first']
  }
  return errors
}

/** A bucket is used from the moment it is saved, so its settings are only saved after a test. */
function storageErrors(before: SettingsBefore, change: SettingsChange): FieldErrors {
  const next = after(before, change)
  const isChanged =
    STORAGE_FIELDS.some(name => next[name] !== before.values[name]) ||
    's3_secret_access_key' in change.secrets
  return next.storage_driver !== 'disk' && isChanged && !before.isStorageTested
    ? { 'values.s3_bucket': ['validation.test_first'] }
    : {}
}

const STORAGE_NAMES: ReadonlySet<string> = new Set([...STORAGE_FIELDS, 's3_secret_access_key'])

/** Whether changed settings or secrets decide where contents are stored. */
export const concernsStorage = (names: Iterable<string>): boolean =>
  [...names].some(name => STORAGE_NAMES.has(name))

/** Whether contents of the bucket before could not be read any more. */
const leavesStore = ({ bucketsInUse }: SettingsBefore, next: SettingValues): boolean =>
  [...bucketsInUse].some(identity => identity !== bucketIdentity(next))

/** Rules between fields. Only changed fields are checked, so that old mistakes block nothing else. */
function valueErrors(before: SettingsBefore, change: SettingsChange): FieldErrors {
  const { values, resets } = change
  const next = after(before, change)
  const isChanging = (...names: (keyof SettingValues)[]) =>
    names.some(name => name in values || name in resets)
  const checks: [isWrong: boolean, name: keyof SettingValues, message: string][] = [
    [
      isChanging('mail_driver', 'smtp_host') && next.mail_driver !== 'none' && !next.smtp_host,
      'smtp_host',
      'validation.required',
    ],
    [
      isChanging('storage_driver', 's3_bucket') &&
        next.storage_driver !== 'disk' &&
        !next.s3_bucket,
      's3_bucket',
      'validation.required',
    ],
    [
      isChanging('storage_driver', 's3_endpoint') &&
        next.storage_driver !== 'disk' &&
        !next.s3_endpoint,
      's3_endpoint',
      'validation.required',
    ],
    [
      isChanging('s3_endpoint', 's3_region', 's3_bucket', 's3_prefix') && leavesStore(before, next),
      's3_bucket',
      'validation.storage_in_use',
    ],
    [
      isChanging('chunk_size') && next.chunk_size < MIN_CHUNK_BYTES,
      'chunk_size',
      'validation.chunk_size',
    ],
    [
      values.user_verification === true && next.mail_driver === 'none',
      'user_verification',
      'validation.sender_needed',
    ],
    [
      isChanging('mail_driver') && next.mail_driver === 'none' && next.user_verification === true,
      'mail_driver',
      'validation.verification_needs_sender',
    ],
    [
      values.demo_mode === true && next.two_factor_required,
      'demo_mode',
      'validation.demo_or_two_factor',
    ],
    [
      values.two_factor_required === true && next.demo_mode,
      'two_factor_required',
      'validation.demo_or_two_factor',
    ],
    [
      values.allowed_adsense === true && !next.adsense_client_id,
      'adsense_client_id',
      'validation.required',
    ],
    [!before.isVatIdValid, 'billing_vat_number', 'validation.tax_id'],
  ]
  const failed = checks.filter(([isWrong]) => isWrong)
  return Object.fromEntries(failed.map(([, name, message]) => [`values.${name}`, [message]]))
}

/** The errors of a change by field; empty if it is valid. */
export const findErrors = (before: SettingsBefore, change: SettingsChange): FieldErrors => ({
  ...storageErrors(before, change),
  ...valueErrors(before, change),
  ...recaptchaErrors(before, change),
  ...openidErrors(before, change),
  ...socialErrors(before, change),
  ...secretErrors(before, change),
  ...environmentErrors(before, change),
})

/** The homepage texts after a change of some languages. */
export function mergeTexts(
  before: Pick<SettingValues, HomepageText>,
  texts: HomepageTextsPatch,
): SettingsPatch {
  const names = Object.keys(texts) as HomepageText[]
  const merged = names.map(name => {
    const all = { ...before[name], ...texts[name] }
    return [name, Object.fromEntries(Object.entries(all).filter(([, text]) => text !== null))]
  })
  return Object.fromEntries(merged)
}

/** The entry of a change in the audit log; of secrets only that they were changed. */
export function describeChange(
  before: SettingsBefore,
  { secrets }: SettingsChange,
  values: SettingValues,
): { before: object; after: object } {
  const names = Object.keys(secrets) as SecretName[]
  const earlier = names.map(name => [name, before.secretsSet.has(name) ? 'earlier' : null])
  const later = names.map(name => [name, secrets[name] === null ? null : 'new'])
  return {
    before: { ...before.values, ...Object.fromEntries(earlier) },
    after: { ...values, ...Object.fromEntries(later) },
  }
}

/** Settings that could give a user access to accounts of others. */
const SENSITIVE_NAME = /^(smtp_|mail_|openid_|two_factor_|s3_|storage_driver)|_client_id$/

interface ChangedParts {
  values?: object | undefined
  secrets?: object | undefined
  reset?: readonly string[] | undefined
}

/** The names of all settings and secrets of a change. */
export const changedNames = ({ values, secrets, reset }: ChangedParts): string[] => [
  ...Object.keys(values ?? {}),
  ...Object.keys(secrets ?? {}),
  ...(reset ?? []),
]

/** Whether a change needs the administrator's password or second factor again. */
export const isSensitiveChange = (change: ChangedParts): boolean =>
  Object.keys(change.secrets ?? {}).length > 0 ||
  changedNames(change).some(name => SENSITIVE_NAME.test(name))

/** Whether visitors can open demo accounts, which cannot set up a second factor. */
export const offersDemo = ({ demo_mode, two_factor_required }: SettingValues): boolean =>
  demo_mode && !two_factor_required

/** Whether an address may register while registration is on. */
export const mayRegister = (
  { registration, registration_domains: domains }: SettingValues,
  email: string,
): boolean =>
  registration &&
  (domains.length === 0 || domains.includes(email.slice(email.lastIndexOf('@') + 1).toLowerCase()))

/** Long secrets are recognized by their end; of a short one it would reveal too much. */
const MIN_LENGTH_TO_SHOW = 12
const SHOWN_CHARACTERS = 4

export const endOf = (secret: string): string | null =>
  secret.length < MIN_LENGTH_TO_SHOW ? null : secret.slice(-SHOWN_CHARACTERS)
