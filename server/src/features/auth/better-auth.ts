import { APIError, BASE_ERROR_CODES } from '@better-auth/core/error'
import { MAX_PASSWORD_LENGTH, PASSWORD_MIN } from '@coffer/contract'
import type { BetterAuthOptions } from 'better-auth'
import { betterAuth } from 'better-auth/minimal'
import type { Deps } from '../../deps.ts'
import { verifyPassword } from '../../lib/passwords.ts'
import { canSignIn } from '../email-verification/index.ts'
import { authDatabase } from './auth-database.ts'
import { accountTables } from './auth-tables.ts'
import { passkeyPlugin } from './passkey.plugin.ts'
import { socialPlugin } from './providers/social.plugin.ts'
import { findSuspension, hasTwoFactor } from './sessions.repository.ts'
import { sessionEnd } from './sessions.rules.ts'
import {
  handlesTwoFactor,
  recordTwoFactorConfirmation,
  twoFactorPlugin,
} from './two-factor.plugin.ts'
import { authSecrets } from './two-factor-keys.service.ts'

export type AuthDeps = Pick<
  Deps,
  | 'config'
  | 'db'
  | 'databaseKind'
  | 'transact'
  | 'jobs'
  | 'hashPassword'
  | 'now'
  | 'newId'
  | 'secret'
  | 'log'
  | 'settings'
>

export interface AuthOptions {
  basePath: string
  clientIpHeader: string
  /** The origin of this server: passkeys are bound to its host, and providers redirect back to it. */
  origin: string
}

export function createAuth(deps: AuthDeps, options: AuthOptions) {
  return betterAuth({
    ...accountTables,
    appName: 'Coffer',
    secrets: authSecrets(deps.secret),
    basePath: options.basePath,
    // Without APP_URL it comes from the caller's request, so it is never sent to other users.
    baseURL: options.origin,
    trustedOrigins: originsOf,
    database: authDatabase(deps),
    emailAndPassword: {
      enabled: true,
      // features/sign-up replaces it: sign-up must not reveal which emails have accounts (ACC-7).
      disableSignUp: true,
      minPasswordLength: PASSWORD_MIN,
      maxPasswordLength: MAX_PASSWORD_LENGTH,
      password: {
        hash: deps.hashPassword,
        verify: ({ hash, password }) => verifyPassword(hash, password),
      },
    },
    plugins: [
      twoFactorPlugin(deps.hashPassword),
      passkeyPlugin(new URL(options.origin).hostname),
      socialPlugin(deps),
    ],
    account: {
      ...accountTables.account,
      // State in a cookie needs no table that anonymous callers could fill.
      storeStateStrategy: 'cookie',
      updateAccountOnSignIn: false,
      // Links an account only when the provider and we have verified the email (ACC-15).
      accountLinking: { enabled: true, trustedProviders: [], requireLocalEmailVerified: true },
    },
    // Rethrow: otherwise Better Auth writes unexpected errors to the console, not to our logger.
    onAPIError: { errorURL: `${options.origin}/sign-in`, throw: true },
    databaseHooks: { ...databaseHooks(deps), user: recordTwoFactorConfirmation(deps.now) },
    advanced: advanced(deps, options),
    // Our own limits count per email and per IP, in the database, with Retry-After (ACC-8).
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    // No `level`: with one, Better Auth writes refusals to the console, not to our logger.
    logger: { disableColors: true, log: logTo(deps.log) },
  })
}

const ACCOUNT_SUSPENDED = { code: 'ACCOUNT_SUSPENDED', message: 'The account is suspended' }
const TWO_FACTOR_REQUIRED = { code: 'TWO_FACTOR_REQUIRED', message: 'The second step is due' }

/** Better Auth calls these hooks for every account and session that it creates (ACC-13). */
const databaseHooks = (deps: AuthDeps): NonNullable<BetterAuthOptions['databaseHooks']> => ({
  account: {
    create: {
      // The provider is only asked for the identity, so its tokens are not stored.
      before: async account => ({
        data: { ...account, accessToken: null, refreshToken: null, idToken: null },
      }),
    },
  },
  session: {
    create: {
      async before({ userId, expiresAt }, context) {
        if (!handlesTwoFactor(context?.path) && (await hasTwoFactor(deps.db, userId)))
          throw APIError.from('UNAUTHORIZED', TWO_FACTOR_REQUIRED)
        if (!(await canSignIn(deps, userId)))
          throw APIError.from('FORBIDDEN', BASE_ERROR_CODES.EMAIL_NOT_VERIFIED)
        // After the password was verified, so that only the user learns of the suspension and its reason, and only
        // for verified emails, so that unverified ones need no further statement.
        const suspension = await findSuspension(deps.db, userId)
        if (suspension) throw new APIError('FORBIDDEN', { ...ACCOUNT_SUSPENDED, ...suspension })
        const { session_days } = (await deps.settings.read()).values
        const end = sessionEnd(deps.now(), session_days)
        return { data: { expiresAt: new Date(Math.min(end.getTime(), expiresAt.getTime())) } }
      },
    },
  },
})

function advanced(
  { newId, config }: Pick<Deps, 'newId' | 'config'>,
  { clientIpHeader }: AuthOptions,
): NonNullable<BetterAuthOptions['advanced']> {
  return {
    cookiePrefix: 'coffer',
    // Explicit, because the default depends on NODE_ENV.
    useSecureCookies: config.appUrl?.startsWith('https:') ?? false,
    // Explicit, because the default turns both checks off when NODE_ENV is `test`.
    disableOriginCheck: false,
    disableCSRFCheck: false,
    ipAddress: { ipAddressHeaders: [clientIpHeader], ipv6Subnet: 128 },
    database: { generateId: newId, validateSchema: false },
  }
}

/** Trusts the host of the request with both schemes, because a proxy may terminate TLS. */
function originsOf(request: Request | undefined): string[] {
  const host = request?.headers.get('host') ?? ''
  // Rejects `*` and `?`, which Better Auth reads as wildcards.
  if (!/^([\w.-]+|\[[\da-f:]+\])(:\d+)?$/i.test(host)) return []
  // `URL` drops the default port, as browsers do in an origin.
  return [`http://${host}`, `https://${host}`].flatMap(url => URL.parse(url)?.origin ?? [])
}

/** Lowers warnings to debug level: they report user mistakes, and some contain email addresses. */
const logTo =
  (log: Deps['log']) =>
  (level: string, message: string, ...[err]: unknown[]): void =>
    level === 'error' ? log.error({ err }, message) : log.debug(message)
