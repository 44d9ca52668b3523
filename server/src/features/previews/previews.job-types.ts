import { z } from 'zod'

export const PreviewPayload = z.object({ blobId: z.string(), mimetype: z.string() })
export type PreviewPayload = z.infer<typeof PreviewPayload>

/** So that many files at once are queued by one row, in the transaction that people wait for. */
export const spreadJob = {
  name: 'previews.queue',
  payload: z.array(PreviewPayload),
  attempts: 5,
}

/** What is queued; how it is done is told in previews.jobs.ts, which whoever queues need not know. */
export const previewJob = { name: 'previews.create', payload: PreviewPayload, attempts: 3 }
