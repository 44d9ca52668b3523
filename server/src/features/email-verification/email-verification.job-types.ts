import { LocaleTag } from '@coffer/contract'
import { Email } from '@coffer/contract/email-address'
import { z } from 'zod'

/** The email address that was entered; only the job looks up whether an account has it. */
export const EmailRequest = z.object({ email: Email, language: LocaleTag })
export type EmailRequest = z.output<typeof EmailRequest>

/** A refused sign-in; its result is visible only in the mailbox (ACC-7). */
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

/** A social sign-in that was refused because an account with this email exists. */
export const unlinkedSignInJob = {
  name: 'email-verification.unlinked-sign-in',
  payload: EmailRequest,
  attempts: 5,
}
