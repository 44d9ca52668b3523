import { z } from 'zod'
import { MAX_PASSWORD_LENGTH } from './constants.ts'
import { endpoint } from './endpoint.ts'

// Impossible passwords are rejected the same way for every email, before hashing.
export const CurrentPassword = z
  .string()
  .min(1, 'validation.required')
  .max(MAX_PASSWORD_LENGTH, 'validation.password.long')

/** Six digits; spaces are ignored. */
export const Code = z
  .string()
  .trim()
  .max(32, 'validation.code')
  .transform(code => code.replace(/[\s-]/g, ''))
  .pipe(z.string().regex(/^\d{6}$/, 'validation.code'))

/** Two groups of five characters; case and separators are ignored. */
export const RecoveryCode = z
  .string()
  .trim()
  .max(64, 'validation.recovery_code')
  .transform(code => code.toLowerCase().replace(/[^a-z\d]/g, ''))
  .pipe(z.string().length(10, 'validation.recovery_code'))
  .transform(code => `${code.slice(0, 5)}-${code.slice(5)}`)

/** Required while two-factor sign-in is on: a code of the app or a recovery code (ASVS 6.4.4). */
export const ReauthenticationCode = z
  .union([Code, RecoveryCode], 'validation.reauthentication_code')
  .optional()

/** Everything that signing in requires, so that an unlocked page is not enough to add a sign-in method (ASVS 7.5.1). */
export const Reauthentication = z.object({ password: CurrentPassword, code: ReauthenticationCode })

export const reauthenticate = endpoint({
  method: 'POST',
  path: '/api/admin/reauthenticate',
  access: 'admin',
  summary:
    'Confirms the identity of the administrator, for sensitive calls of the next ten minutes.',
  body: z.object({
    /** Omitted by accounts that have none. */
    password: CurrentPassword.optional(),
    code: ReauthenticationCode,
  }),
  status: 204,
})
