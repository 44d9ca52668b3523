import { z } from 'zod'

/**
 * Fetches one file of one user. Each job queues the next file, so that a user with many links does
 * not delay other users.
 */
export const fetchJob = {
  name: 'remote-uploads.fetch',
  payload: z.object({ userId: z.string() }),
  attempts: 8,
}
