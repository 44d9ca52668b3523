import { z } from 'zod'

/** What is queued; how it is done is told in search.jobs.ts, which whoever queues need not know. */
export const readTextJob = {
  name: 'search.read-text',
  payload: z.object({ blobId: z.string(), mimetype: z.string() }),
  attempts: 3,
}
export type ReadTextPayload = z.infer<typeof readTextJob.payload>

/** So that many at once are queued by one row. */
export const queueTextsJob = {
  name: 'search.queue-texts',
  payload: z.array(readTextJob.payload),
  attempts: 5,
}
