import { z } from 'zod'
import { Password } from './account.ts'
import { Email } from './email-address.ts'
import { EmailToken } from './email-verification.ts'
import { endpoint } from './endpoint.ts'

export const requestPasswordReset = endpoint({
  method: 'POST',
  path: '/api/auth/request-password-reset',
  access: 'public',
  summary: 'Sends a link for a new password; answers alike for every address.',
  body: z.object({ email: Email }),
  response: z.object({ status: z.literal(true) }),
})

export const resetPassword = endpoint({
  method: 'POST',
  path: '/api/auth/reset-password',
  access: 'public',
  summary: "Sets a new password by its letter's link, once, and ends every session.",
  body: z.object({
    token: EmailToken,
    newPassword: Password,
    /** Personal access tokens end too; otherwise they go on. */
    revokeTokens: z.boolean().default(false),
  }),
  response: z.object({ email: z.string() }),
})
