import { isSameText, sign } from './signing.ts'

/**
 * What stands in a letter's link. Only the id is kept and queued: with the database alone nobody can
 * write the link (faults A5).
 */
export const letterToken = (secret: string, id: string): string =>
  `${id}.${sign(secret, 'letter', id)}`

/** The id in a token that we have made, or nothing. */
export function letterId(secret: string, token: string): string | undefined {
  const [id = ''] = token.split('.')
  return id !== '' && isSameText(token, letterToken(secret, id)) ? id : undefined
}

/** Stands in an invitation's letter: whoever has it reads the mail of the invited address. */
export const invitationProof = (secret: string, id: string, email: string): string =>
  sign(secret, 'invitation', `${id}:${email}`)

export const isInvitationProof = (
  secret: string,
  { id, proof }: { id: string; proof: string },
  email: string,
): boolean => isSameText(proof, invitationProof(secret, id, email))
