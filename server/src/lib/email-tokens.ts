import { isSameText, sign } from './signing.ts'

/**
 * What stands in a letter's link. Only the id is kept and queued: with the database alone nobody can
 * write the link (faults A5).
 */
export const createEmailToken = (secret: string, id: string): string =>
  `${id}.${sign(secret, 'letter', id)}`

/** The id in a token that we have made, or nothing. */
export function readEmailToken(secret: string, token: string): string | undefined {
  const [id = ''] = token.split('.')
  return id !== '' && isSameText(token, createEmailToken(secret, id)) ? id : undefined
}

/** Stands in an invitation's letter: whoever has it reads the mail of the invited address. */
export const invitationToken = (secret: string, id: string, email: string): string =>
  sign(secret, 'invitation', `${id}:${email}`)

export const isInvitationToken = (
  secret: string,
  { id, token }: { id: string; token: string },
  email: string,
): boolean => isSameText(token, invitationToken(secret, id, email))
