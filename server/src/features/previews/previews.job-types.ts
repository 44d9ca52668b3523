import { z } from 'zod'

export const PreviewPayload = z.object({ blobId: z.string(), mimetype: z.string() })
export type PreviewPayload = z.infer<typeof PreviewPayload>

/** Queues many previews through one row, to keep the user's transaction short. */
export const queueJobKind = {
  name: 'previews.queue',
  payload: z.array(PreviewPayload),
  attempts: 5,
}

/** Separate from previews.jobs.ts, so that queueing does not load the decoders. */
export const previewJobKind = {
  name: 'previews.create',
  payload: PreviewPayload,
  // Hours: the contents may be in a bucket that does not answer. Unreadable contents are not tried again.
  attempts: 12,
}
