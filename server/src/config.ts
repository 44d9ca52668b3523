import { isIP } from 'node:net'
import { Email } from '@coffer/contract/email-address'
import type { SocialProvider } from '@coffer/contract/social'
import { z } from 'zod'
import type { HandOff } from './files/blob-store.ts'
import { type GatewaysConfig, GatewayVariables, gatewaysConfigOf } from './gateway-variables.ts'
import {
  findConflict,
  type OperationConfig,
  OperationVariables,
  operationConfigOf,
} from './operation-variables.ts'
import { type SetupConfig, SetupVariables, setupConfigOf } from './setup-variables.ts'
import { type StorageConfig, StorageVariables, storageConfigOf } from './storage-variables.ts'
import { flag, webUrl } from './variable-types.ts'

const port = z.coerce.number().int().min(0).max(65_535)
const proxies = flag.transform(Number).or(z.coerce.number().int().min(0).max(9))
const blankIsUnset = (env: Record<string, string | undefined>) =>
  Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))

/** `Name <address>`, or only the address. */
const MailFrom = z
  .string()
  .regex(/^[^<>\p{Cc}]*<[^<>]+>$|^[^<>\s]+$/u, 'needs the form Name <address>')
  .transform(text => {
    const [name, address] = text.includes('<') ? text.slice(0, -1).split('<') : ['', text]
    return { name: (name ?? '').trim().replace(/^"(.*)"$/, '$1'), address: address ?? '' }
  })
  .pipe(z.object({ name: z.string(), address: Email }))

/** Variables needed at startup. Settings an administrator can change are stored in the database. */
const Environment = z
  .object({
    HOST: z.string().default('127.0.0.1'),
    PORT: port.default(3000),
    APP_URL: z.url({ protocol: /^https?$/ }).optional(),
    DATA_DIR: z.string().default('data'),
    APP_SECRET: z.string().min(32, 'needs at least 32 characters').optional(),
    APP_SECRET_PREVIOUS: z.string().optional(),
    DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
    DATABASE_DIRECT_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
    DATABASE_POOL: z.coerce.number().int().min(2).max(1000).optional(),
    TRUST_PROXY: proxies.default(0),
    REMOVAL_DAYS: z.coerce.number().min(0).max(3650).default(0),
    DISK_RESERVE_MB: z.coerce.number().int().min(0).optional(),
    BODY_SECONDS: z.coerce.number().int().min(1).max(86_400).default(60),
    UPLOAD_IDLE_SECONDS: z.coerce.number().int().min(1).max(86_400).default(60),
    DOWNLOAD_IDLE_SECONDS: z.coerce.number().int().min(1).max(86_400).default(600),
    CONNECTIONS_PER_ADDRESS: z.coerce.number().int().min(0).default(1000),
    LOG_LEVEL: z
      .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
      .default('info'),
    PSEUDO_LOCALE: flag.default(false),
    PATH: z.string().default(''),
    VERSION_FILE: z.string().optional(),
    PREVIEW_MEGAPIXELS: z.coerce.number().min(1).max(1000).default(100),
    PREVIEW_SECONDS: z.coerce.number().int().min(2).max(600).default(30),
    PREVIEW_MEMORY_MB: z.coerce.number().int().min(256).default(1024),
    REMOTE_ALLOWED_HOSTS: z.string().default(''),
    REMOTE_MAX_MB: z.coerce.number().int().min(1).default(10_240),
    REMOTE_SECONDS: z.coerce.number().int().min(1).max(21_600).default(3600),
    REMOTE_PATIENCE_SECONDS: z.coerce.number().int().min(1).max(600).default(30),
    SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
    MAIL_FROM: MailFrom.optional(),
    GOOGLE_CLIENT_ID: z.string().optional(),
    GOOGLE_CLIENT_SECRET: z.string().optional(),
    GOOGLE_ORIGIN: webUrl.optional(),
    GITHUB_CLIENT_ID: z.string().optional(),
    GITHUB_CLIENT_SECRET: z.string().optional(),
    GITHUB_ORIGIN: webUrl.optional(),
    FACEBOOK_CLIENT_ID: z.string().optional(),
    FACEBOOK_CLIENT_SECRET: z.string().optional(),
    FACEBOOK_ORIGIN: webUrl.optional(),
    TWO_FACTOR: z.enum(['optional', 'required']).optional(),
    RECAPTCHA_SITE_KEY: z.string().optional(),
    RECAPTCHA_SECRET_KEY: z.string().optional(),
    RECAPTCHA_URL: webUrl.default('https://www.google.com/recaptcha/api'),
    ADMIN_EMAIL: Email.optional(),
    ADMIN_PASSWORD: z.string().min(8, 'needs at least 8 characters').max(128).optional(),
    ADMIN_NAME: z.string().default('Administrator'),
    ...GatewayVariables.shape,
    ...SetupVariables.shape,
    ...OperationVariables.shape,
    ...StorageVariables.shape,
  })
  .refine(env => (env.ADMIN_EMAIL === undefined) === (env.ADMIN_PASSWORD === undefined), {
    message: 'ADMIN_EMAIL and ADMIN_PASSWORD go together',
    path: ['ADMIN_EMAIL'],
  })
  .refine(env => env.DATABASE_DIRECT_URL === undefined || env.DATABASE_URL !== undefined, {
    message: 'DATABASE_DIRECT_URL needs DATABASE_URL',
    path: ['DATABASE_DIRECT_URL'],
  })
  .superRefine((env, context) => {
    const message = findConflict(env)
    if (message) context.addIssue({ code: 'custom', message, path: ['METRICS_TOKEN'] })
  })

/** Credentials for a sign-in provider; those missing are settings. */
export interface SocialVariables {
  clientId: string | undefined
  clientSecret: string | undefined
  /** Overrides the provider's usual origin. */
  origin: string | undefined
}

export interface Config {
  host: string
  port: number
  appUrl: string | undefined
  dataDir: string
  appSecret: string | undefined
  /** The secret before `appSecret`, which still decrypts stored secrets. */
  previousSecret: string | undefined
  databaseUrl: string | undefined
  /** The same database without a connection pooler, for migrations and messages. */
  databaseDirectUrl: string | undefined
  /** Maximum number of connections for requests. */
  databasePool: number | undefined
  /** Number of trusted proxies; forwarded addresses beyond them can be forged. */
  proxies: number
  /** Free disk space that uploads must leave; by default 256 MB or 2 %, whichever is less. */
  diskReserveBytes: number | undefined
  /** How long bytes outlive their rows, for backups that are made meanwhile. */
  removalMs: number
  requests: {
    /** Time limit for request bodies other than uploads. */
    bodyMs: number
    /** Time without data after which an upload is aborted. */
    uploadIdleMs: number
    /** Time after which a response whose client accepts nothing of it is aborted. */
    downloadIdleMs: number
    /** Concurrent connections per address; 0 means no limit. */
    connectionsPerAddress: number
  }
  logLevel: z.infer<typeof Environment>['LOG_LEVEL']
  /** Shows all texts as right-to-left pseudo-translations, for testing the layout. */
  pseudoLocale: boolean
  /** Limits for decoding one content. */
  previews: { maxPixels: number; maxSeconds: number; maxMemoryBytes: number }
  /** Limits for remote uploads. */
  remote: {
    /** `host` or `host:port` that may be fetched although they are internal. */
    allowedHosts: readonly string[]
    maxBytes: number
    maxMs: number
    /** Time with (almost) no data after which a sender counts as too slow. */
    patienceMs: number
  }
  /** Undefined values here and below are settings. */
  mail: {
    smtpUrl: string | undefined
    /** An empty name stands for the app's title. */
    from: { name: string; address: string } | undefined
    /** The sender's address unless one is set. */
    defaultAddress: string
  }
  social: Record<SocialProvider, SocialVariables>
  /** Whether users must set up two-factor sign-in before they can access files. */
  requiresTwoFactor: boolean | undefined
  /** Bot check at sign-up. */
  recaptcha: { siteKey: string | undefined; secretKey: string | undefined; url: string }
  /** Payment gateways. */
  gateways: GatewaysConfig
  /** A file of the operator with the latest version; nothing is asked of other servers. */
  versionFile: string | undefined
  /** Folders to search for ffmpeg. */
  programPath: string
  /** Creates the administrator at the first start instead of the setup wizard. */
  admin: { email: string; password: string; name: string } | undefined
  /** Values that are stored together with that administrator. */
  setup: SetupConfig
  operation: OperationConfig
  storage: StorageConfig
  /** Large downloads of users come from this server, the bucket, or the nginx before this server. */
  delivery: 'proxy' | HandOff['kind']
}

/** The default sender needs a host name, not an IP address. */
function mailHost(appUrl: string | undefined): string {
  const host = appUrl === undefined ? 'localhost' : new URL(appUrl).hostname
  return isIP(host.replace(/^\[|\]$/g, '')) === 0 ? host : 'localhost'
}

type Variables = z.output<typeof Environment>

const socialVariables = (data: Variables, name: Uppercase<SocialProvider>): SocialVariables => ({
  clientId: data[`${name}_CLIENT_ID`],
  clientSecret: data[`${name}_CLIENT_SECRET`],
  origin: data[`${name}_ORIGIN`],
})

/** Reads the environment. Throws one error that names every invalid variable. */
export function readConfig(env: Record<string, string | undefined> = process.env): Config {
  const parsed = Environment.safeParse(blankIsUnset(env))
  if (!parsed.success) {
    const problems = parsed.error.issues.map(issue => `${issue.path.join('.')}: ${issue.message}`)
    throw new Error(`Invalid environment variables: ${problems.join('; ')}`)
  }
  const { data } = parsed
  return {
    host: data.HOST,
    port: data.PORT,
    appUrl: data.APP_URL?.replace(/\/$/, ''),
    dataDir: data.DATA_DIR,
    appSecret: data.APP_SECRET,
    previousSecret: data.APP_SECRET_PREVIOUS,
    databaseUrl: data.DATABASE_URL,
    databaseDirectUrl: data.DATABASE_DIRECT_URL,
    databasePool: data.DATABASE_POOL,
    proxies: data.TRUST_PROXY,
    diskReserveBytes:
      data.DISK_RESERVE_MB === undefined ? undefined : data.DISK_RESERVE_MB * 1024 * 1024,
    removalMs: data.REMOVAL_DAYS * 86_400_000,
    requests: {
      bodyMs: data.BODY_SECONDS * 1000,
      uploadIdleMs: data.UPLOAD_IDLE_SECONDS * 1000,
      downloadIdleMs: data.DOWNLOAD_IDLE_SECONDS * 1000,
      connectionsPerAddress: data.CONNECTIONS_PER_ADDRESS,
    },
    logLevel: data.LOG_LEVEL,
    pseudoLocale: data.PSEUDO_LOCALE,
    previews: {
      maxPixels: Math.round(data.PREVIEW_MEGAPIXELS * 1e6),
      maxSeconds: data.PREVIEW_SECONDS,
      maxMemoryBytes: data.PREVIEW_MEMORY_MB * 1024 * 1024,
    },
    remote: {
      allowedHosts: data.REMOTE_ALLOWED_HOSTS.split(',')
        .map(host => host.trim().toLowerCase())
        .filter(Boolean),
      maxBytes: data.REMOTE_MAX_MB * 1024 * 1024,
      maxMs: data.REMOTE_SECONDS * 1000,
      patienceMs: data.REMOTE_PATIENCE_SECONDS * 1000,
    },
    mail: {
      smtpUrl: data.SMTP_URL,
      from: data.MAIL_FROM,
      defaultAddress: `no-reply@${mailHost(data.APP_URL)}`,
    },
    social: {
      google: socialVariables(data, 'GOOGLE'),
      github: socialVariables(data, 'GITHUB'),
      facebook: socialVariables(data, 'FACEBOOK'),
    },
    requiresTwoFactor: data.TWO_FACTOR && data.TWO_FACTOR === 'required',
    recaptcha: {
      siteKey: data.RECAPTCHA_SITE_KEY,
      secretKey: data.RECAPTCHA_SECRET_KEY,
      url: data.RECAPTCHA_URL,
    },
    gateways: gatewaysConfigOf(data),
    versionFile: data.VERSION_FILE,
    programPath: data.PATH,
    admin:
      data.ADMIN_EMAIL && data.ADMIN_PASSWORD
        ? { email: data.ADMIN_EMAIL, password: data.ADMIN_PASSWORD, name: data.ADMIN_NAME }
        : undefined,
    setup: setupConfigOf(data),
    operation: operationConfigOf(data),
    storage: storageConfigOf(data),
    delivery: data.DELIVERY,
  }
}
