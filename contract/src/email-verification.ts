import { z } from 'zod'
import { Email } from './email-address.ts'
import { endpoint } from './endpoint.ts'

/** What stands in a letter's link. */
export const EmailToken = z.string().min(1).max(200)

export const sendVerificationEmail = endpoint({
  method: 'POST',
  path: '/api/auth/send-verification-email',
  access: 'public',
  summary: 'Sends the letter that confirms an address again; answers alike for every address.',
  body: z.object({ email: Email }),
  response: z.object({ status: z.literal(true) }),
})

export const verifyEmail = endpoint({
  method: 'POST',
  path: '/api/auth/verify-email',
  access: 'public',
  summary: "Confirms an address by its letter's link, once.",
  body: z.object({ token: EmailToken }),
  response: z.object({ email: z.string() }),
})
