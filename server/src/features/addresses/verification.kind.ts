import { LOCALES } from '@coffer/contract'
import { Email } from '@coffer/contract/account'
import { z } from 'zod'

/** Who asked for a letter: whether anybody has that address is only looked up by the job. */
export const AskedLetter = z.object({ email: Email, language: z.enum(LOCALES) })
export type AskedLetter = z.output<typeof AskedLetter>

export const verificationJob = {
  name: 'addresses.verify',
  payload: AskedLetter,
  attempts: 5,
}
