import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { CurrentPassword } from './reauthentication.ts'
import { Id } from './resource.ts'

export const Session = z.object({
  id: Id,
  type: z.literal('session'),
  attributes: z.object({
    /** As its owner would call it: `Firefox, Android`; null when it does not say. */
    device: z.string().nullable(),
    is_handheld: z.boolean(),
    ip_address: z.string().nullable(),
    /** Where that is, by ISO 3166, as far as it is known. */
    country: z.string().length(2).nullable(),
    /** In the server's own network. */
    is_local: z.boolean(),
    /** The one that asks. */
    is_current: z.boolean(),
    created_at: z.iso.datetime(),
    /** To a quarter of an hour. */
    last_seen_at: z.iso.datetime(),
  }),
})
export type Session = z.infer<typeof Session>

export const listSessions = endpoint({
  method: 'GET',
  path: '/api/auth/list-sessions',
  access: 'session',
  summary: "The user's sessions, this one first, then those that were seen last.",
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
  summary: 'Ends every session of the user but this one.',
  body: z.object({ password: CurrentPassword }),
  response: status,
})
