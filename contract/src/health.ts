import { z } from 'zod'
import { PING_PATH } from './constants.ts'
import { endpoint } from './endpoint.ts'

export const getPing = endpoint({
  method: 'GET',
  path: PING_PATH,
  access: 'public',
  summary: 'Answers pong.',
  response: z.literal('pong'),
})

const part = z.enum(['ok', 'failing'])

export const getHealth = endpoint({
  method: 'GET',
  path: '/api/health',
  access: 'public',
  summary: 'Checks the database and the file store; 503 when one does not respond.',
  response: z.object({ status: part, database: part, storage: part }),
})
