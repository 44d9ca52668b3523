import { Email } from '@coffer/contract/email-address'
import { z } from 'zod'

/** A refused sign-in with the request it came from. */
export const RefusedSignIn = z.object({
  email: Email,
  /** Set when it was tried with another service than the password. */
  service: z.string().optional(),
  request: z.object({ requestId: z.string(), ip: z.string(), userAgent: z.string().optional() }),
})
export type RefusedSignIn = z.output<typeof RefusedSignIn>

export const refusedSignInJob = {
  name: 'auth.refused-sign-in',
  payload: RefusedSignIn,
  attempts: 5,
}
