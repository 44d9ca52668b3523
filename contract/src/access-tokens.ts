import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { PLAIN_TEXT } from './names.ts'
import { Reauthentication } from './reauthentication.ts'
import { Id } from './resource.ts'

/** Prefix of every token, so that secret scanners can recognise it. */
export const TOKEN_PREFIX = 'coffer_'
/** Maximum number of tokens per user. */
export const MAX_ACCESS_TOKENS = 50
const MAX_TOKEN_DAYS = 365

/** `read` reads, `write` also changes, `admin` does both with administrator rights. */
export const TokenScope = z.enum(['read', 'write', 'admin'])
export type TokenScope = z.infer<typeof TokenScope>

export const AccessTokenName = z
  .string()
  .trim()
  .min(1, 'validation.required')
  .max(100, 'validation.long')
  .regex(PLAIN_TEXT, 'validation.invalid')

export const AccessToken = z.object({
  id: Id,
  type: z.literal('access-token'),
  attributes: z.object({
    name: z.string(),
    scopes: z.array(TokenScope),
    is_expired: z.boolean(),
    created_at: z.iso.datetime(),
    expires_at: z.iso.datetime(),
    /** Rounded to the minute; null if never used. */
    last_used_at: z.iso.datetime().nullable(),
  }),
})
export type AccessToken = z.infer<typeof AccessToken>

export const listAccessTokens = endpoint({
  method: 'GET',
  path: '/api/user/tokens',
  access: 'session',
  summary: 'Lists the personal access tokens of the user, newest first.',
  response: z.object({ data: z.array(AccessToken) }),
})

export const createAccessToken = endpoint({
  method: 'POST',
  path: '/api/user/tokens',
  access: 'session',
  summary:
    'Creates a personal access token for `Authorization: Bearer`. The token is returned only once.',
  body: Reauthentication.extend({
    name: AccessTokenName,
    scopes: z
      .array(TokenScope)
      .max(3)
      .refine(scopes => scopes.includes('read') || scopes.includes('write'), 'validation.required'),
    expires_in_days: z.int().min(1).max(MAX_TOKEN_DAYS),
  }),
  response: z.object({ data: AccessToken, token: z.string() }),
  status: 201,
})

export const revokeAccessToken = endpoint({
  method: 'DELETE',
  path: '/api/user/tokens/:id',
  access: 'session',
  summary:
    'Revokes a personal access token: later calls are rejected and running ones are aborted.',
  params: z.object({ id: Id }),
  status: 204,
})
