import { APIError, BASE_ERROR_CODES } from '@better-auth/core/error'
import { PASSWORD_MAX, PASSWORD_MIN } from '@coffer/contract'
import type { BetterAuthOptions } from 'better-auth'
import { betterAuth } from 'better-auth/minimal'
import type { Deps } from '../../deps.ts'
import { verifyPassword } from '../../lib/passwords.ts'
import { canSignIn } from '../email-verification/index.ts'
import { authDatabase } from './auth-database.ts'
import { accountTables } from './auth-tables.ts'
import { passkeyPlugin } from './passkey.plugin.ts'
import { socialPlugin } from './providers/social.plugin.ts'
import { hasTwoFactor } from './sessions.repository.ts'
import {
  handlesTwoFactor,
  recordTwoFactorConfirmation,
  twoFactorPlugin,
} from './two-factor.plugin.ts'

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
>

export interface AuthOptions {
  basePath: string
  clientIpHeader: string
  /** Ours: browsers bind passkeys to its host, and other services lead back to it. */
  origin: string
}

export function createAuth(deps: AuthDeps, options: AuthOptions) {
  return betterAuth({
    ...accountTables,
    appName: 'Coffer',
    // As a list, since a variable BETTER_AUTH_SECRETS would win over a single secret.
    secrets: [{ version: 1, value: deps.secret }],
    basePath: options.basePath,
    // Without APP_URL it is the one that the caller came by: nothing that others read is made of it.
    baseURL: options.origin,
    trustedOrigins: originsOf,
    database: authDatabase(deps),
    emailAndPassword: {
      enabled: true,
      // Sign-up is our own (features/sign-up): it must not tell which addresses are known.
      disableSignUp: true,
      minPasswordLength: PASSWORD_MIN,
      maxPasswordLength: PASSWORD_MAX,
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
      // The way back is in the browser that began: a stranger fills no table with it.
      storeStateStrategy: 'cookie',
      updateAccountOnSignIn: false,
      // Spec §2 of the decisions: only where the provider vouches for the address, and we have proof of it.
      accountLinking: { enabled: true, trustedProviders: [], requireLocalEmailVerified: true },
    },
    // Thrown: otherwise what nobody expected is written to the console, past this server's logger.
    onAPIError: { errorURL: `${options.origin}/sign-in`, throw: true },
    databaseHooks: { ...databaseHooks(deps), user: recordTwoFactorConfirmation(deps.now) },
    advanced: advanced(deps, options),
    // Counted by ourselves: per address and per IP, in the database, with Retry-After.
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    // No `level` here: naming one makes Better Auth write refusals to the console, past this logger.
    logger: { disableColors: true, log: logTo(deps.log) },
  })
}

const TWO_FACTOR_REQUIRED = { code: 'TWO_FACTOR_REQUIRED', message: 'The second step is due' }

/** No way in leads past here: whoever gets a session of any kind gets it through this. */
const databaseHooks = (deps: AuthDeps): NonNullable<BetterAuthOptions['databaseHooks']> => ({
  account: {
    create: {
      // We ask a provider once who it is, and never act there in anybody's name.
      before: async account => ({
        data: { ...account, accessToken: null, refreshToken: null, idToken: null },
      }),
    },
  },
  session: {
    create: {
      async before({ userId }, context) {
        if (!handlesTwoFactor(context?.path) && (await hasTwoFactor(deps.db, userId)))
          throw APIError.from('UNAUTHORIZED', TWO_FACTOR_REQUIRED)
        if (await canSignIn(deps, userId)) return
        throw APIError.from('FORBIDDEN', BASE_ERROR_CODES.EMAIL_NOT_VERIFIED)
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
    // Said outright: the default looks at NODE_ENV.
    useSecureCookies: config.appUrl?.startsWith('https:') ?? false,
    // Said outright: both are off by default where NODE_ENV is `test`.
    disableOriginCheck: false,
    disableCSRFCheck: false,
    ipAddress: { ipAddressHeaders: [clientIpHeader], ipv6Subnet: 128 },
    database: { generateId: newId, validateSchema: false },
  }
}

/** People may come by another name or port; and a proxy may end TLS without telling us. */
function originsOf(request: Request | undefined): string[] {
  const host = request?.headers.get('host') ?? ''
  // Better Auth reads `*` and `?` in an origin as wildcards.
  if (!/^([\w.-]+|\[[\da-f:]+\])(:\d+)?$/i.test(host)) return []
  // As an origin is written: without the protocol's own port.
  return [`http://${host}`, `https://${host}`].flatMap(url => URL.parse(url)?.origin ?? [])
}

/** What it warns of are people's slips, and their addresses stand in some of the lines. */
const logTo =
  (log: Deps['log']) =>
  (level: string, message: string, ...[err]: unknown[]): void =>
    level === 'error' ? log.error({ err }, message) : log.debug(message)
