import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Id } from './resource.ts'

/** After this time a demo account is deleted with its files. */
export const DEMO_MINUTES = 60
/** Storage of a demo account, unless new accounts get less. */
export const DEMO_BYTES = 100 * 1024 * 1024

export const startDemo = endpoint({
  method: 'POST',
  path: '/api/demo',
  access: 'public',
  summary: 'Creates a demo account with sample files and signs in to it, while demo mode is on.',
  response: z.object({ data: z.object({ id: Id, type: z.literal('user') }) }),
})
