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
  summary: 'Whether the database and the file store answer; 503 when one does not.',
  response: z.object({ status: part, database: part, storage: part }),
})
