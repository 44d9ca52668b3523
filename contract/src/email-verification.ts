import { z } from 'zod'
import { Email } from './email-address.ts'
import { endpoint } from './endpoint.ts'

/** Token in the link of an email. */
export const EmailToken = z.string().min(1).max(200)

export const sendVerificationEmail = endpoint({
  method: 'POST',
  path: '/api/auth/send-verification-email',
  access: 'public',
  summary: 'Sends the confirmation email again; the answer is the same for every email.',
  body: z.object({ email: Email }),
  response: z.object({ status: z.literal(true) }),
})

export const verifyEmail = endpoint({
  method: 'POST',
  path: '/api/auth/verify-email',
  access: 'public',
  summary: 'Confirms an email by the single-use link of its confirmation email.',
  body: z.object({ token: EmailToken }),
  response: z.object({ email: z.string() }),
})
