import { z } from 'zod'
import { signedIn } from './auth.ts'
import { endpoint } from './endpoint.ts'
import { Code, CurrentPassword, Reauthentication, RecoveryCode } from './reauthentication.ts'

export const enableTwoFactor = endpoint({
  method: 'POST',
  path: '/api/auth/two-factor/enable',
  access: 'session',
  summary: 'Begins two-factor sign-in: it is on once a code has confirmed it.',
  body: z.object({ password: CurrentPassword }),
  response: z.object({
    /** For an authenticator app; `secret` is the same to type, `qr_code` an SVG of it. */
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
    'The second step of signing in: a code of the authenticator app. With a session it confirms the set-up, which ends every other session.',
  body: z.object({ code: Code }),
  response: signedIn,
})

export const verifyRecoveryCode = endpoint({
  method: 'POST',
  path: '/api/auth/two-factor/verify-backup-code',
  access: 'public',
  summary: 'The second step of signing in: a recovery code, which counts once.',
  body: z.object({ code: RecoveryCode }),
  response: signedIn,
})

export const countRecoveryCodes = endpoint({
  method: 'GET',
  path: '/api/auth/two-factor/count-backup-codes',
  access: 'session',
  summary: 'How many recovery codes are left; none while two-factor sign-in is off.',
  response: z.object({ data: z.object({ left: z.int().nonnegative() }) }),
})

export const renewRecoveryCodes = endpoint({
  method: 'POST',
  path: '/api/auth/two-factor/generate-backup-codes',
  access: 'session',
  summary: 'Makes ten recovery codes anew; those before count no more.',
  body: Reauthentication,
  response: z.object({ backupCodes: z.array(z.string()) }),
})

export const disableTwoFactor = endpoint({
  method: 'POST',
  path: '/api/auth/two-factor/disable',
  access: 'session',
  summary: 'Ends two-factor sign-in.',
  body: Reauthentication,
  response: z.object({ status: z.literal(true) }),
})
