import type { BetterAuthOptions } from 'better-auth'
import { twoFactor } from 'better-auth/plugins/two-factor'
import type { HashPassword } from '../../lib/passwords.ts'
import { newRecoveryCodes, recoveryCodeStorage } from './recovery-codes.ts'

/** Sign-in paths with one factor; with two-factor sign-in on, each leads to the second step. */
const ONE_FACTOR_PATHS: ReadonlySet<string | undefined> = new Set([
  '/sign-in/email',
  '/sign-in/social',
  '/callback/:id',
])

/** Paths that create a session after both factors, or replace such a session. */
const TWO_FACTOR_PATHS: ReadonlySet<string | undefined> = new Set([
  '/two-factor/verify-totp',
  '/two-factor/verify-backup-code',
  '/two-factor/disable',
  '/passkey/verify-authentication',
])

/** Whether a path enforces two-factor sign-in by itself, so that the session hook need not. */
export const handlesTwoFactor = (path: string | undefined): boolean =>
  ONE_FACTOR_PATHS.has(path) || TWO_FACTOR_PATHS.has(path)

const options = {
  totpOptions: { digits: 6, period: 30 },
  schema: {
    user: { fields: { twoFactorEnabled: 'two_factor_enabled' } },
    twoFactor: {
      modelName: 'two_factors',
      fields: {
        backupCodes: 'backup_codes',
        userId: 'user_id',
        failedVerificationCount: 'failed_verification_count',
        lockedUntil: 'locked_until',
      },
    },
  },
} as const

/** The plugin of Better Auth, extended to require the second step after social sign-ins too (ACC-13). */
export function twoFactorPlugin(hashPassword: HashPassword) {
  const { hooks, ...plugin } = twoFactor({
    ...options,
    backupCodeOptions: {
      storeBackupCodes: recoveryCodeStorage(hashPassword),
      customBackupCodesGenerate: newRecoveryCodes,
    },
  })
  const after = hooks.after.map(hook => ({
    ...hook,
    matcher: ({ path }: { path?: string }) => ONE_FACTOR_PATHS.has(path),
  }))
  return { ...plugin, hooks: { after } }
}

/** Sets or clears `two_factor_confirmed_at` together with the switch. */
export const recordTwoFactorConfirmation = (
  now: () => Date,
): NonNullable<NonNullable<BetterAuthOptions['databaseHooks']>['user']> => ({
  update: {
    before: async change => {
      if (!('twoFactorEnabled' in change)) return
      return { data: { ...change, twoFactorConfirmedAt: change.twoFactorEnabled ? now() : null } }
    },
  },
})
