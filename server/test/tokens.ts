import { accessTokens } from '@coffer/contract'
import type { TestClient } from './test-client.ts'

interface TokenOptions {
  scopes?: accessTokens.TokenScope[]
  days?: number
  name?: string
}

/** Creates a personal access token. */
export async function makeToken(
  client: TestClient,
  { scopes = ['read'], days = 30, name = 'Script' }: TokenOptions = {},
): Promise<{ id: string; token: string }> {
  const body = { name, scopes, expires_in_days: days, password: 'correct horse battery' }
  const reply = await client.call(accessTokens.createAccessToken, { body })
  return { id: reply.body.data.id, token: reply.body.token }
}

/** Headers of a program: without CSRF header and `X-Requested-With`. */
export const bearing = (token: string): { headers: Record<string, string> } => ({
  headers: { authorization: `Bearer ${token}`, 'x-requested-with': '' },
})
