import { z } from 'zod'
import { PASSWORD_MAX } from './constants.ts'

// What can't be anybody's password is refused alike for every address, before it costs a hash.
export const CurrentPassword = z
  .string()
  .min(1, 'validation.required')
  .max(PASSWORD_MAX, 'validation.password.long')

/** Six digits, however an app groups them. */
export const Code = z
  .string()
  .trim()
  .max(32, 'validation.code')
  .transform(code => code.replace(/[\s-]/g, ''))
  .pipe(z.string().regex(/^\d{6}$/, 'validation.code'))

/** Two groups of five signs, however they are typed. */
export const RecoveryCode = z
  .string()
  .trim()
  .max(64, 'validation.recovery_code')
  .transform(code => code.toLowerCase().replace(/[^a-z\d]/g, ''))
  .pipe(z.string().length(10, 'validation.recovery_code'))
  .transform(code => `${code.slice(0, 5)}-${code.slice(5)}`)

/** While two-factor sign-in is on: of the app, or a recovery code where it is lost (ASVS 6.4.4). */
export const ReauthenticationCode = z
  .union([Code, RecoveryCode], 'validation.proof_code')
  .optional()

/** All that signing in asks for: whoever found an open page makes no way in of his own (ASVS 7.5.1). */
export const Reauthentication = z.object({ password: CurrentPassword, code: ReauthenticationCode })
