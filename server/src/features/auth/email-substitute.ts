import { z } from 'zod'

const betterAuthEmail = z.email()
const SUBSTITUTE_DOMAIN = '@stand-in.invalid'

/**
 * Replaces an email that Better Auth would reject before looking it up, such as one in Cyrillic.
 * @returns the email, or an ASCII substitute that `resolveSubstitute` turns back at the lookup
 */
export const substituteEmail = (email: string): string =>
  betterAuthEmail.safeParse(email).success && !email.endsWith(SUBSTITUTE_DOMAIN)
    ? email
    : Buffer.from(email).toString('hex') + SUBSTITUTE_DOMAIN

/** Returns the email behind a substitute, and any other value unchanged. */
export const resolveSubstitute = <V>(value: V): V | string =>
  typeof value === 'string' && value.endsWith(SUBSTITUTE_DOMAIN)
    ? Buffer.from(value.slice(0, -SUBSTITUTE_DOMAIN.length), 'hex').toString()
    : value
