import { z } from 'zod'
import { Password } from './account.ts'
import { Email } from './email-address.ts'
import { EmailToken } from './email-verification.ts'
import { endpoint } from './endpoint.ts'

export const requestPasswordReset = endpoint({
  method: 'POST',
  path: '/api/auth/request-password-reset',
  access: 'public',
  summary: 'Sends a password reset link; the answer is the same for every email.',
  body: z.object({ email: Email }),
  response: z.object({ status: z.literal(true) }),
})

export const resetPassword = endpoint({
  method: 'POST',
  path: '/api/auth/reset-password',
  access: 'public',
  summary: 'Sets a new password by the single-use link of its email and ends all sessions.',
  body: z.object({
    token: EmailToken,
    newPassword: Password,
    /** Also revokes personal access tokens. */
    revokeTokens: z.boolean().default(false),
  }),
  response: z.object({ email: z.string() }),
})
