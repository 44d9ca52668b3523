import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Reauthentication } from './reauthentication.ts'
import { Id } from './resource.ts'
import { Provider } from './social.ts'

/** An account of another service that signs its owner in here. */
export const LinkedAccount = z.object({
  id: Id,
  type: z.literal('linked_account'),
  attributes: z.object({ provider: Provider, created_at: z.iso.datetime() }),
})
export type LinkedAccount = z.infer<typeof LinkedAccount>

export const listLinkedAccounts = endpoint({
  method: 'GET',
  path: '/api/auth/list-accounts',
  access: 'session',
  summary: 'The accounts of other services that sign the user in, the oldest first.',
  response: z.object({ data: z.array(LinkedAccount) }),
})

export const unlinkAccount = endpoint({
  method: 'POST',
  path: '/api/auth/unlink-account',
  access: 'session',
  summary:
    'Takes such an account off: it lets nobody in any more, and every other session ends. The only way in stays (409).',
  body: Reauthentication.extend({ id: Id }),
  response: z.object({ status: z.literal(true) }),
})
