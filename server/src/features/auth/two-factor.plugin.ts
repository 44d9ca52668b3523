import type { BetterAuthOptions } from 'better-auth'
import { twoFactor } from 'better-auth/plugins/two-factor'
import type { HashPassword } from '../../lib/passwords.ts'
import { asHashes, newRecoveryCodes } from './recovery-codes.ts'

/** Ways in by one factor alone: with two-factor on, each leads to the second step. */
const BY_ONE_FACTOR: ReadonlySet<string | undefined> = new Set([
  '/sign-in/email',
  '/sign-in/social',
  '/callback/:id',
])

/** Where a session is begun that has both, or takes the place of one that had. */
const BY_BOTH: ReadonlySet<string | undefined> = new Set([
  '/two-factor/verify-totp',
  '/two-factor/verify-backup-code',
  '/two-factor/disable',
  '/passkey/verify-authentication',
])

/** Whether a way in can do without a look at two-factor sign-in, since it looks by itself. */
export const handlesTwoFactor = (path: string | undefined): boolean =>
  BY_ONE_FACTOR.has(path) || BY_BOTH.has(path)

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

/** Better Auth's, which by itself would ask for the second step after passwords only. */
export function twoFactorPlugin(hashPassword: HashPassword) {
  const { hooks, ...plugin } = twoFactor({
    ...options,
    backupCodeOptions: {
      storeBackupCodes: asHashes(hashPassword),
      customBackupCodesGenerate: newRecoveryCodes,
    },
  })
  const after = hooks.after.map(hook => ({
    ...hook,
    matcher: ({ path }: { path?: string }) => BY_ONE_FACTOR.has(path),
  }))
  return { ...plugin, hooks: { after } }
}

/** With the switch the moment is kept at which it was confirmed. */
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
