import { z } from 'zod'

/** Job types only; search.jobs.ts has the workers, which queueing code should not load. */
export const readTextJob = {
  name: 'search.read-text',
  payload: z.object({ blobId: z.string(), mimetype: z.string() }),
  // Hours: the contents may be in a bucket that does not answer. Unreadable texts are not tried again.
  attempts: 12,
}
export type ReadTextPayload = z.infer<typeof readTextJob.payload>

/** Queues many texts with a single job row. */
export const queueTextsJob = {
  name: 'search.queue-texts',
  payload: z.array(readTextJob.payload),
  attempts: 5,
}
