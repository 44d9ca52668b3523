import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Reauthentication } from './reauthentication.ts'
import { Id } from './resource.ts'
import { Provider } from './social.ts'

/** An account of another service that can sign in here. */
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
  summary: "Lists the user's linked accounts of other services, oldest first.",
  response: z.object({ data: z.array(LinkedAccount) }),
})

export const unlinkAccount = endpoint({
  method: 'POST',
  path: '/api/auth/unlink-account',
  access: 'session',
  summary:
    'Removes a linked account and ends all other sessions. The last sign-in method cannot be removed (409).',
  body: Reauthentication.extend({ id: Id }),
  response: z.object({ status: z.literal(true) }),
})
