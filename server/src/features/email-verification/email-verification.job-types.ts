import { LOCALES } from '@coffer/contract'
import { Email } from '@coffer/contract/email-address'
import { z } from 'zod'

/** Who asked for a letter: whether anybody has that address is only looked up by the job. */
export const EmailRequest = z.object({ email: Email, language: z.enum(LOCALES) })
export type EmailRequest = z.output<typeof EmailRequest>

/** A sign-in that was refused: what came of it shows in a mailbox, and nowhere else. */
export const RefusedSignIn = EmailRequest.extend({ knewPassword: z.boolean() })
export type RefusedSignIn = z.output<typeof RefusedSignIn>

export const refusedSignInJob = {
  name: 'email-verification.refused-sign-in',
  payload: RefusedSignIn,
  attempts: 5,
}

export const verificationJob = {
  name: 'email-verification.send',
  payload: EmailRequest,
  attempts: 5,
}

/** Somebody came by a provider with an address that has an account, and was not let in. */
export const unlinkedJob = {
  name: 'email-verification.unlinked-sign-in',
  payload: EmailRequest,
  attempts: 5,
}
