import { LOCALES } from '@coffer/contract'
import { Email } from '@coffer/contract/email-address'
import { z } from 'zod'

/** Who asked for a letter: whether anybody has that address is only looked up by the job. */
export const AskedLetter = z.object({ email: Email, language: z.enum(LOCALES) })
export type AskedLetter = z.output<typeof AskedLetter>

/** A sign-in that was refused: what came of it shows in a mailbox, and nowhere else. */
export const RefusedSignIn = AskedLetter.extend({ knewPassword: z.boolean() })
export type RefusedSignIn = z.output<typeof RefusedSignIn>

export const refusedSignInJob = {
  name: 'addresses.refused-sign-in',
  payload: RefusedSignIn,
  attempts: 5,
}

export const verificationJob = {
  name: 'addresses.verify',
  payload: AskedLetter,
  attempts: 5,
}

/** Somebody came by a provider with an address that has an account, and was not let in. */
export const unlinkedJob = { name: 'addresses.unlinked', payload: AskedLetter, attempts: 5 }
