import { MAX_PERSON_NAME_LENGTH, PersonName } from '@coffer/contract/account'
import { nameFromEmail } from '../../../lib/name-from-email.ts'

/**
 * Returns the name that a provider sends as one that users could have chosen themselves: on one line and
 * not too long. Without any, the email names the user.
 */
export function providedName(name: string, email: string): string {
  const line = name
    .toWellFormed()
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim()
  const cut = line.slice(0, MAX_PERSON_NAME_LENGTH).replace(/\p{Cs}$/u, '')
  return PersonName.safeParse(cut).data ?? nameFromEmail(email)
}
