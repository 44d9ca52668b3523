import { isSameText, sign } from './signing.ts'

/**
 * The token of a link in an email. Only its id is stored and queued, so that the database alone
 * does not reveal the link (faults A5).
 */
export const createEmailToken = (secret: string, id: string): string =>
  `${id}.${sign(secret, 'email', id)}`

/** The id of a token with a valid signature, or undefined. */
export function readEmailToken(secret: string, token: string): string | undefined {
  const [id = ''] = token.split('.')
  return id !== '' && isSameText(token, createEmailToken(secret, id)) ? id : undefined
}

/** The token of a link in an invitation email; it verifies access to the invited address. */
export const invitationToken = (secret: string, id: string, email: string): string =>
  sign(secret, 'invitation', `${id}:${email}`)

/** Whether a token belongs to the invitation and the address. */
export const isInvitationToken = (
  secret: string,
  { id, token }: { id: string; token: string },
  email: string,
): boolean => isSameText(token, invitationToken(secret, id, email))
