import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { PLAIN_TEXT } from './names.ts'
import { Reauthentication } from './reauthentication.ts'
import { Id } from './resource.ts'

/** What every token begins with, so that people and scanners know one where it should not be. */
export const TOKEN_PREFIX = 'coffer_'
/** More than anybody keeps an eye on. */
export const MOST_TOKENS = 50
const TOKEN_DAYS_MAX = 365

/** `read` looks, `write` also changes, `admin` does either as an administrator. */
export const TokenScope = z.enum(['read', 'write', 'admin'])
export type TokenScope = z.infer<typeof TokenScope>

export const AccessToken = z.object({
  id: Id,
  type: z.literal('access-token'),
  attributes: z.object({
    name: z.string(),
    scopes: z.array(TokenScope),
    is_expired: z.boolean(),
    created_at: z.iso.datetime(),
    expires_at: z.iso.datetime(),
    /** To a minute; null while it was never used. */
    last_used_at: z.iso.datetime().nullable(),
  }),
})
export type AccessToken = z.infer<typeof AccessToken>

export const listAccessTokens = endpoint({
  method: 'GET',
  path: '/api/user/tokens',
  access: 'session',
  summary: 'The personal access tokens of the user, the newest first.',
  response: z.object({ data: z.array(AccessToken) }),
})

export const createAccessToken = endpoint({
  method: 'POST',
  path: '/api/user/tokens',
  access: 'session',
  summary:
    'Makes a personal access token, for `Authorization: Bearer`. The token itself is told here and never again.',
  body: Reauthentication.extend({
    name: z
      .string()
      .trim()
      .min(1, 'validation.required')
      .max(100, 'validation.long')
      .regex(PLAIN_TEXT, 'validation.invalid'),
    scopes: z
      .array(TokenScope)
      .max(3)
      .refine(scopes => scopes.includes('read') || scopes.includes('write'), 'validation.required'),
    expires_in_days: z.int().min(1).max(TOKEN_DAYS_MAX),
  }),
  response: z.object({ data: AccessToken, token: z.string() }),
  status: 201,
})

export const revokeAccessToken = endpoint({
  method: 'DELETE',
  path: '/api/user/tokens/:id',
  access: 'session',
  summary: 'Revokes a personal access token: its next call is refused, and what it runs is cut.',
  params: z.object({ id: Id }),
  status: 204,
})
