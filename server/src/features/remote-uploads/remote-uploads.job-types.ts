import { z } from 'zod'

/**
 * One file of one person. The next one is queued when it is done, so that whoever asked for five
 * hundred does not keep the others waiting.
 */
export const fetchJob = {
  name: 'remote-uploads.fetch',
  payload: z.object({ userId: z.string() }),
  attempts: 8,
}
