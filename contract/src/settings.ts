import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { HomepageTextsPatch } from './homepage.ts'
import { BYTES_PER_GB } from './plan-inputs.ts'
import {
  MAIL_DRIVERS,
  MEGABYTE,
  SECRET_NAMES,
  type SecretName,
  type SettingName,
  SettingValues,
} from './setting-values.ts'
import { SocialProvider } from './social.ts'
import { StorageTest } from './storage-providers.ts'

/** Where a value comes from. A value of the environment can't be changed here. */
const SETTING_ORIGINS = ['default', 'stored', 'environment'] as const
export type SettingOrigin = (typeof SETTING_ORIGINS)[number]

const changed = {
  origin: z.enum(SETTING_ORIGINS),
  /** Null for values that were never changed here. */
  changed_at: z.iso.datetime().nullable(),
  changed_by: z.object({ id: z.string(), name: z.string() }).nullable(),
}

/** A setting with its origin. */
export interface SettingState<N extends SettingName = SettingName> {
  value: SettingValues[N]
  origin: SettingOrigin
  changed_at: string | null
  changed_by: { id: string; name: string } | null
}

/** The state of a secret; its value is never returned. */
export const SecretState = z.object({
  is_set: z.boolean(),
  /** False when it was encrypted by another key than the server's. */
  is_readable: z.boolean(),
  /** The last four characters of a long value. */
  ends_in: z.string().nullable(),
  ...changed,
})
export type SecretState = z.infer<typeof SecretState>

type Shape = typeof SettingValues.shape
type StateShape = { [N in SettingName]: z.ZodType<SettingState<N>, SettingState<N>> }

const names = Object.keys(SettingValues.shape) as SettingName[]
const shape = SettingValues.shape as Record<SettingName, Shape[SettingName]>
/** Without the default, which would be stored for every absent setting. */
const withoutDefault = (name: SettingName) => shape[name].unwrap() as unknown as z.ZodType

const stateShape = Object.fromEntries(
  names.map(name => [name, z.object({ value: withoutDefault(name), ...changed })]),
) as unknown as StateShape
const secretShape = Object.fromEntries(
  SECRET_NAMES.map(name => [name, SecretState]),
) as unknown as Record<SecretName, typeof SecretState>

const settingsReply = z.object({
  data: z.object({ values: z.object(stateShape), secrets: z.object(secretShape) }),
})
export type SettingsState = z.infer<typeof settingsReply>['data']

export const getSettings = endpoint({
  method: 'GET',
  path: '/api/admin/settings',
  access: 'admin',
  summary: 'Returns all settings with their origin; of secrets only whether they are set.',
  response: settingsReply,
})

const patchShape = Object.fromEntries(
  names.map(name => [name, withoutDefault(name).optional()]),
) as unknown as { [N in SettingName]: z.ZodOptional<ReturnType<Shape[N]['unwrap']>> }

/** Changed values by name. Names that are absent keep their values. */
export const SettingsPatch = z.object(patchShape).strict()
export type SettingsPatch = { [N in SettingName]?: SettingValues[N] | undefined }

const SecretValue = z
  .string()
  .trim()
  .min(1, 'validation.required')
  .max(2000, 'validation.long')
  .regex(/^\P{Cc}+$/u, 'validation.invalid')
/** A new value replaces the secret; null removes it. */
export const SecretsPatch = z
  .object(
    Object.fromEntries(SECRET_NAMES.map(name => [name, SecretValue.nullable().optional()])) as {
      [N in SecretName]: z.ZodOptional<z.ZodNullable<typeof SecretValue>>
    },
  )
  .strict()
export type SecretsPatch = { [N in SecretName]?: string | null | undefined }

/** Bytes in the units of earlier scripts: MB of uploads, GB of storage. */
const PAIR_UNITS = new Map([
  ['upload_limit', MEGABYTE],
  ['chunk_size', MEGABYTE],
  ['default_max_storage_amount', BYTES_PER_GB],
])

/** Earlier scripts send one setting as `{ name, value }`, and sizes in MB or GB. */
function fromPair(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || !('name' in body)) return body
  const { name, value = null } = body as { name: unknown; value?: unknown }
  const key = String(name)
  if ((SECRET_NAMES as readonly string[]).includes(key)) return { secrets: { [key]: value } }
  const unit = PAIR_UNITS.get(key)
  const size = unit !== undefined && value !== null ? Math.round(Number(value) * unit) : value
  return { values: { [key]: size } }
}

export const updateSettings = endpoint({
  method: 'PATCH',
  path: '/api/admin/settings',
  access: 'admin',
  summary: 'Changes settings and secrets together: all of them or none.',
  body: z.preprocess(
    fromPair,
    z.object({
      values: SettingsPatch.optional(),
      /** Values as the caller knows them. The call is rejected if one of them was changed since. */
      seen_values: SettingsPatch.optional(),
      /** Homepage texts, of which `values` replaces all languages. */
      texts: HomepageTextsPatch.optional(),
      secrets: SecretsPatch.optional(),
      /** Settings that get their default again. */
      reset: z.array(z.enum(names, 'validation.unknown_name')).max(names.length).optional(),
    }),
  ),
  response: settingsReply,
})

const secretToTest = SecretValue.nullable().optional()

/** Settings that name a bucket. */
export const STORAGE_FIELDS = [
  'storage_driver',
  's3_endpoint',
  's3_region',
  's3_bucket',
  's3_prefix',
  's3_access_key_id',
  's3_path_style',
] as const satisfies readonly SettingName[]

/** Absent settings are tested as they are stored. */
export const testStorageSettings = endpoint({
  method: 'POST',
  path: '/api/admin/settings/storage/test',
  access: 'admin',
  summary: 'Writes, reads and removes objects in the given bucket, without saving the settings.',
  isSensitive: true,
  body: z.object({
    values: SettingsPatch.pick(
      Object.fromEntries(STORAGE_FIELDS.map(name => [name, true])) as Record<
        (typeof STORAGE_FIELDS)[number],
        true
      >,
    ).default({}),
    secrets: z.object({ s3_secret_access_key: secretToTest }).default({}),
  }),
  response: z.object({ data: StorageTest }),
})

/** Settings of the mail page as they are in the form; absent ones are tested as they are stored. */
export const testEmailSettings = endpoint({
  method: 'POST',
  path: '/api/admin/settings/email/test',
  access: 'admin',
  summary: 'Sends an email to the caller with the given mail settings, without saving them.',
  isSensitive: true,
  body: z.object({
    values: z
      .object({
        mail_driver: z.enum(MAIL_DRIVERS).optional(),
        smtp_host: patchShape.smtp_host,
        smtp_port: patchShape.smtp_port,
        smtp_username: patchShape.smtp_username,
        smtp_encryption: patchShape.smtp_encryption,
        mail_from_address: patchShape.mail_from_address,
        mail_from_name: patchShape.mail_from_name,
      })
      .default({}),
    secrets: z.object({ smtp_password: secretToTest }).default({}),
  }),
  response: z.object({
    data: z.object({
      is_sent: z.boolean(),
      to: z.string(),
      /** The answer of the mail server, or the reason why there was none. */
      answer: z.string().nullable(),
    }),
  }),
})

export const testRecaptcha = endpoint({
  method: 'POST',
  path: '/api/admin/settings/recaptcha/test',
  access: 'admin',
  summary:
    'Verifies a solved challenge with the given keys; with success the check can be turned on.',
  body: z.object({
    values: z.object({ recaptcha_site_key: patchShape.recaptcha_site_key }).default({}),
    secrets: z.object({ recaptcha_secret_key: secretToTest }).default({}),
    /** The answer of the challenge, made with the site key for the action `settings`. */
    token: z.string().min(1, 'validation.required').max(10_000, 'validation.long'),
  }),
  response: z.object({
    data: z.object({
      is_passed: z.boolean(),
      score: z.number().nullable(),
      /** Why it failed: codes of the verifier, or that it did not answer. */
      answer: z.string().nullable(),
    }),
  }),
})

export const testSocialLogin = endpoint({
  method: 'POST',
  path: '/api/admin/settings/social/test',
  aliases: ['/api/admin/settings/social-service'],
  access: 'admin',
  summary:
    'Checks whether a sign-in provider accepts a client and its callback address; then it can be turned on.',
  body: z.object({
    provider: SocialProvider,
    client_id: z.string().trim().max(500, 'validation.long').optional(),
    client_secret: SecretValue.optional(),
  }),
  response: z.object({
    data: z.object({
      /** `unknown` when the provider's answer shows neither. */
      result: z.enum(['accepted', 'refused', 'callback_refused', 'unknown']),
      answer: z.string().nullable(),
    }),
  }),
})

export const testOpenid = endpoint({
  method: 'POST',
  path: '/api/admin/settings/openid/test',
  access: 'admin',
  summary: 'Discovers the saved OpenID Connect provider and starts a sign-in that only tests it.',
  isSensitive: true,
  response: z.object({
    data: z.object({
      is_found: z.boolean(),
      /** Why the provider was not found. */
      answer: z.string().nullable(),
      /** Where the browser signs in; it comes back to the sign-in settings with `?openid=`. */
      url: z.string().nullable(),
    }),
  }),
})

/** Results of the test sign-in, in the parameter `openid` of the sign-in settings. */
export const OPENID_TEST_RESULTS = [
  'passed',
  /** Passed, but the provider does not say whether it has verified the email. */
  'email_unverified',
  /** Passed, but the provider does not send the claim for the role, so no role changes. */
  'no_role_claim',
  'cancelled',
  'no_email',
  'failed',
] as const
export type OpenidTestResult = (typeof OPENID_TEST_RESULTS)[number]
