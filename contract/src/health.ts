import { z } from 'zod'
import { PING_PATH } from './constants.ts'
import { endpoint } from './endpoint.ts'
import { ServerCheck } from './server-status.ts'

export const getPing = endpoint({
  method: 'GET',
  path: PING_PATH,
  access: 'public',
  summary: 'Answers pong.',
  response: z.literal('pong'),
})

export const getReady = endpoint({
  method: 'GET',
  path: '/api/ready',
  access: 'public',
  summary: 'Reports to proxies whether to send calls to this process; 503 when not.',
  response: z.object({
    /** Unavailable: the database does not answer within a second. */
    status: z.enum(['ready', 'draining', 'unavailable']),
  }),
})

export const getHealth = endpoint({
  method: 'GET',
  path: '/api/health',
  access: 'public',
  summary:
    'Checks the database, the file store and messages between servers; 503 when one of the first two fails. Administrators and holders of METRICS_TOKEN also see each check.',
  response: z.object({
    /** Degraded: pages may not show the changes of other servers at once. */
    status: z.enum(['ok', 'degraded', 'failing']),
    checks: z.array(ServerCheck).optional(),
  }),
})
