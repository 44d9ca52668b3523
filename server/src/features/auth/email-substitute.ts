import { z } from 'zod'

const betterAuthEmail = z.email()
const STAND_IN_DOMAIN = '@stand-in.invalid'

/**
 * Better Auth refuses to sign in addresses of other scripts before it looks them up.
 * @returns the address, or an ASCII stand-in for it that `resolveStandIn` turns back at the lookup
 */
export const substituteEmail = (email: string): string =>
  betterAuthEmail.safeParse(email).success && !email.endsWith(STAND_IN_DOMAIN)
    ? email
    : Buffer.from(email).toString('hex') + STAND_IN_DOMAIN

/** Returns the address behind a stand-in, and any other value unchanged. */
export const resolveStandIn = <V>(value: V): V | string =>
  typeof value === 'string' && value.endsWith(STAND_IN_DOMAIN)
    ? Buffer.from(value.slice(0, -STAND_IN_DOMAIN.length), 'hex').toString()
    : value
