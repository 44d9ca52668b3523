import { z } from 'zod'
import { Password, PersonName } from './account.ts'
import { Email } from './email-address.ts'
import { endpoint } from './endpoint.ts'
import { LogoName } from './logos.ts'
import type { SettingName } from './setting-values.ts'
import { SettingsPatch, STORAGE_FIELDS } from './settings.ts'
import { DatabaseChoice, DatabaseState, DatabaseTest } from './setup-database.ts'
import { StorageTest } from './storage-providers.ts'

/** Checked by the server; the browser adds the check of WebSockets. */
export const CHECKS = [
  'runtime',
  'database',
  'storage',
  'disk',
  'secret',
  'clock',
  'address',
  'video',
] as const
export type Check = (typeof CHECKS)[number]

/** Path of the WebSocket that the status check opens. */
export const SETUP_SOCKET_PATH = '/api/setup/socket'

/** SETUP-1: steps of the wizard, in order. */
export const SETUP_STEPS = [
  'status-check',
  'purchase-code',
  'database',
  'environment',
  'app-setup',
  'admin-setup',
] as const
export type SetupStep = (typeof SETUP_STEPS)[number]

/** Steps whose result is stored. */
export const STORED_STEPS = ['purchase-code', 'database', 'environment', 'app-setup'] as const
export type StoredStep = (typeof STORED_STEPS)[number]

/** Remedies for a failed check. Each has the text `setup.remedy_<code>`. */
export const REMEDIES = [
  'update_node',
  'database_broken',
  'storage_not_writable',
  'disk_full',
  'disk_low',
  'secret_short',
  'clock_off',
  'trust_proxy',
  'app_url_differs',
  'no_tls',
  'install_ffmpeg',
] as const
export type Remedy = (typeof REMEDIES)[number]

/** Every setup call carries the one-time code that the server printed, unless the link contains it. */
export const SetupCode = z.string().trim().min(1).max(64)
const code = SetupCode

export const CheckResult = z.object({
  check: z.enum(CHECKS),
  /** False only for what has to be fixed before the installation. */
  passed: z.boolean(),
  state: z.enum(['passed', 'warning', 'failed']),
  detail: z.string(),
  remedy: z.enum(REMEDIES).nullable(),
})
export type CheckResult = z.infer<typeof CheckResult>

export const checkStatus = endpoint({
  method: 'POST',
  path: '/api/setup/status-check',
  access: 'setup',
  summary: 'Checks whether this server meets the requirements of Coffer.',
  body: z.object({
    code,
    /** The origin and the time of the browser, to find a proxy that is not trusted and a wrong clock. */
    origin: z.string().max(2048).optional(),
    now: z.int().optional(),
  }),
  response: z.object({ data: z.array(CheckResult) }),
})

/** Settings of the app-setup step. */
export const APP_FIELDS = [
  'app_title',
  'app_description',
  'app_color',
  'contact_email',
  'registration',
  'storage_limitation',
  'default_max_storage_amount',
  'default_max_team_member',
  'subscription_type',
  'language',
  'timezone',
] as const satisfies readonly SettingName[]

/** Settings of the environment step. */
export const MAIL_FIELDS = [
  'mail_driver',
  'smtp_host',
  'smtp_port',
  'smtp_username',
  'smtp_encryption',
  'mail_from_address',
  'mail_from_name',
] as const satisfies readonly SettingName[]

const fieldsOf = <N extends SettingName>(names: readonly N[]) =>
  Object.fromEntries(names.map(name => [name, SettingsPatch.shape[name]])) as Pick<
    typeof SettingsPatch.shape,
    N
  >

export const AppFields = z.object(fieldsOf(APP_FIELDS))
export type AppFields = z.output<typeof AppFields>
export const MailFields = z.object(fieldsOf(MAIL_FIELDS))
export type MailFields = z.output<typeof MailFields>
export const StorageFields = z.object(fieldsOf(STORAGE_FIELDS))
export type StorageFields = z.output<typeof StorageFields>

const Secret = z.string().trim().min(1, 'validation.required').max(500, 'validation.long')
/** A new password, or null to remove the stored one. */
const SmtpPassword = Secret.nullable().optional()
const S3Secret = Secret.nullable().optional()
export const PurchaseCode = Secret

const StepState = z.object({
  step: z.enum(STORED_STEPS),
  /** `environment`: given by variables, so that the step has nothing to ask. */
  state: z.enum(['open', 'done', 'skipped', 'environment']),
})

export const SetupProgress = z.object({
  steps: z.array(StepState),
  database: DatabaseState,
  /** Effective settings of the steps, and the names of those and of their secrets that the environment sets. */
  values: AppFields.extend(MailFields.shape).extend(StorageFields.shape),
  /** URLs of the logos stored so far. */
  logos: z.partialRecord(LogoName, z.string().nullable()),
  locked: z.array(z.string()),
  purchase_code: z.object({ is_set: z.boolean(), ends_in: z.string().nullable() }),
  has_smtp_password: z.boolean(),
  has_s3_secret_access_key: z.boolean(),
  storage: z.object({ path: z.string(), free_bytes: z.number().nullable() }),
})
export type SetupProgress = z.infer<typeof SetupProgress>

const progress = z.object({ data: SetupProgress })

export const getProgress = endpoint({
  method: 'POST',
  path: '/api/setup/progress',
  access: 'setup',
  summary: 'Returns the steps of the installation that are done and the values stored by them.',
  body: z.object({ code }),
  response: progress,
})

export const setPurchaseCode = endpoint({
  method: 'POST',
  path: '/api/setup/purchase-code',
  access: 'setup',
  summary: 'Stores the purchase code encrypted, or skips the step.',
  // Null or absent skips the step, and keeps a stored code.
  body: z.object({ code, purchase_code: PurchaseCode.nullish() }),
  response: progress,
})

export const testDatabase = endpoint({
  method: 'POST',
  path: '/api/setup/database/test',
  access: 'setup',
  summary: 'Tests a database without changing it.',
  body: z.object({ code, database: DatabaseChoice }),
  response: z.object({ data: DatabaseTest }),
})

export const chooseDatabase = endpoint({
  method: 'POST',
  path: '/api/setup/database',
  access: 'setup',
  summary:
    'Tests and migrates a database and stores the choice; the server then continues with that database.',
  body: z.object({
    code,
    database: DatabaseChoice,
    /** Needed for a database with an installed Coffer, which ends this setup. */
    use_existing: z.boolean().default(false),
  }),
  response: z.object({ data: z.object({ database: DatabaseState }) }),
})

export const testSetupMail = endpoint({
  method: 'POST',
  path: '/api/setup/environment-setup/test',
  access: 'setup',
  summary: 'Sends an email with the given mail settings, without saving them.',
  body: MailFields.extend({ code, to: Email, smtp_password: SmtpPassword }),
  response: z.object({
    data: z.object({ is_sent: z.boolean(), to: z.string(), answer: z.string().nullable() }),
  }),
})

export const testSetupStorage = endpoint({
  method: 'POST',
  path: '/api/setup/environment-setup/test-storage',
  access: 'setup',
  summary: 'Writes, reads and removes objects in the given bucket, without saving the settings.',
  body: StorageFields.extend({ code, s3_secret_access_key: S3Secret }),
  response: z.object({ data: StorageTest }),
})

export const setUpEnvironment = endpoint({
  method: 'POST',
  path: '/api/setup/environment-setup',
  access: 'setup',
  summary: 'Stores the mail server and the bucket, or skips the step.',
  body: MailFields.extend(StorageFields.shape).extend({
    code,
    smtp_password: SmtpPassword,
    s3_secret_access_key: S3Secret,
    skip: z.boolean().default(false),
  }),
  response: progress,
})

export const setUpApp = endpoint({
  method: 'POST',
  path: '/api/setup/app-setup',
  access: 'setup',
  summary: 'Stores title, colour, registration, limits and the other settings of the app.',
  body: AppFields.extend({ code, skip: z.boolean().default(false) }),
  response: progress,
})

/** The code is a field before the file. */
export const putSetupLogo = endpoint({
  method: 'POST',
  path: '/api/setup/logos/:name',
  access: 'setup',
  summary: 'Sets one of the pictures of the appearance during the setup.',
  params: z.object({ name: LogoName }),
  accepts: 'multipart',
  body: z.object({
    code,
    file: z.custom<Blob>().meta({ type: 'string', format: 'binary' }),
  }),
  response: z.object({ data: z.object({ name: LogoName, url: z.string().nullable() }) }),
})

export const createAdmin = endpoint({
  method: 'POST',
  path: '/api/setup/admin-setup',
  aliases: ['/admin-setup'],
  access: 'setup',
  summary: 'Creates the first administrator, completes the installation and opens a session.',
  body: z.object({ code: SetupCode, name: PersonName, email: Email, password: Password }),
  response: z.object({ data: z.object({ id: z.string(), type: z.literal('user') }) }),
  status: 201,
})
