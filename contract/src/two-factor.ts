import { z } from 'zod'
import { signedIn } from './auth.ts'
import { endpoint } from './endpoint.ts'
import { Code, CurrentPassword, Reauthentication, RecoveryCode } from './reauthentication.ts'

export const enableTwoFactor = endpoint({
  method: 'POST',
  path: '/api/auth/two-factor/enable',
  access: 'session',
  summary: 'Starts setting up two-factor sign-in: a code has to confirm it.',
  body: z.object({ password: CurrentPassword }),
  response: z.object({
    /** For an authenticator app; `secret` can be typed, `qr_code` is an SVG of it. */
    totpURI: z.string(),
    secret: z.string(),
    qr_code: z.string(),
    backupCodes: z.array(z.string()),
  }),
})

export const verifyCode = endpoint({
  method: 'POST',
  path: '/api/auth/two-factor/verify-totp',
  access: 'public',
  summary:
    'Second step of signing in: a code of the authenticator app. With a session it confirms the setup and ends all other sessions.',
  body: z.object({ code: Code }),
  response: signedIn,
})

export const verifyRecoveryCode = endpoint({
  method: 'POST',
  path: '/api/auth/two-factor/verify-backup-code',
  access: 'public',
  summary: 'Second step of signing in: a single-use recovery code.',
  body: z.object({ code: RecoveryCode }),
  response: signedIn,
})

export const countRecoveryCodes = endpoint({
  method: 'GET',
  path: '/api/auth/two-factor/count-backup-codes',
  access: 'session',
  summary: 'Returns the number of unused recovery codes; 0 while two-factor sign-in is off.',
  response: z.object({ data: z.object({ left: z.int().nonnegative() }) }),
})

export const renewRecoveryCodes = endpoint({
  method: 'POST',
  path: '/api/auth/two-factor/generate-backup-codes',
  access: 'session',
  summary: 'Creates ten new recovery codes and invalidates the old ones.',
  body: Reauthentication,
  response: z.object({ backupCodes: z.array(z.string()) }),
})

export const disableTwoFactor = endpoint({
  method: 'POST',
  path: '/api/auth/two-factor/disable',
  access: 'session',
  summary: 'Turns two-factor sign-in off.',
  body: Reauthentication,
  response: z.object({ status: z.literal(true) }),
})
