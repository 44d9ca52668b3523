import { isSameText } from './signing.ts'

/** Whether a call has the token of the operator; without a configured one no call has. */
export const isOperatorToken = (
  authorization: string | undefined,
  token: string | undefined,
): boolean =>
  token !== undefined && authorization !== undefined && isSameText(authorization, `Bearer ${token}`)
