import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { CurrentPassword } from './reauthentication.ts'
import { Id } from './resource.ts'

export const Session = z.object({
  id: Id,
  type: z.literal('session'),
  attributes: z.object({
    /** Device name such as `Firefox, Android`; null if unknown. */
    device: z.string().nullable(),
    is_handheld: z.boolean(),
    ip_address: z.string().nullable(),
    /** ISO 3166 country code, if known. */
    country: z.string().length(2).nullable(),
    /** Whether the address is in the server's own network. */
    is_local: z.boolean(),
    /** Whether this is the calling session. */
    is_current: z.boolean(),
    created_at: z.iso.datetime(),
    /** Rounded to a quarter of an hour. */
    last_seen_at: z.iso.datetime(),
  }),
})
export type Session = z.infer<typeof Session>

export const listSessions = endpoint({
  method: 'GET',
  path: '/api/auth/list-sessions',
  access: 'session',
  summary: "Lists the user's sessions: the current one first, then by last activity.",
  response: z.object({ data: z.array(Session) }),
})

const status = z.object({ status: z.literal(true) })

export const revokeSession = endpoint({
  method: 'POST',
  path: '/api/auth/revoke-session',
  access: 'session',
  summary: 'Ends one of the user’s sessions.',
  body: z.object({ id: Id, password: CurrentPassword }),
  response: status,
})

export const revokeOtherSessions = endpoint({
  method: 'POST',
  path: '/api/auth/revoke-other-sessions',
  access: 'session',
  summary: 'Ends all sessions of the user except the current one.',
  body: z.object({ password: CurrentPassword }),
  response: status,
})
