import { accessTokens } from '@coffer/contract'
import type { TestClient } from './test-client.ts'

interface TokenOptions {
  scopes?: accessTokens.TokenScope[]
  days?: number
  name?: string
}

/** A token that a person has just made. */
export async function makeToken(
  client: TestClient,
  { scopes = ['read'], days = 30, name = 'Script' }: TokenOptions = {},
): Promise<{ id: string; token: string }> {
  const body = { name, scopes, expires_in_days: days, password: 'correct horse battery' }
  const reply = await client.call(accessTokens.createAccessToken, { body })
  return { id: reply.body.data.id, token: reply.body.token }
}

/** As a program sends it: with neither the CSRF pair nor `X-Requested-With`. */
export const bearing = (token: string): { headers: Record<string, string> } => ({
  headers: { authorization: `Bearer ${token}`, 'x-requested-with': '' },
})
