import type { AccessToken } from '@coffer/contract/access-tokens'
import type { TokenRow } from './access-tokens.repository.ts'
import { scopesOf } from './access-tokens.rules.ts'

const timeOf = (millis: number): string => new Date(millis).toISOString()

export const presentToken = (token: TokenRow, now: Date): AccessToken => ({
  id: token.id,
  type: 'access-token',
  attributes: {
    name: token.name,
    scopes: scopesOf(token),
    is_expired: token.expires_at <= now.getTime(),
    created_at: timeOf(token.created_at),
    expires_at: timeOf(token.expires_at),
    last_used_at: token.last_used_at === null ? null : timeOf(token.last_used_at),
  },
})
