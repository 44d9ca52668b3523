/** A name for a user of whom only the address is known, until they choose one. */
export const nameFromEmail = (email: string): string => email.slice(0, email.indexOf('@'))
