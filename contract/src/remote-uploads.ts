import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Problem } from './errors.ts'
import { RemoteProgress } from './live.ts'
import { Id } from './resource.ts'

/** Maximum number of links per call and of waiting links per user. */
export const REMOTE_URLS = 500
export const REMOTE_URL_LENGTH = 2000
/** Maximum number of listed failures. */
export const REMOTE_FAILURES = 100

export const RemoteUploads = RemoteProgress.extend({
  /** The first failures and their reasons. */
  failures: z.array(
    z.object({
      id: Id,
      url: z.string(),
      /** Destination folder; null is home. */
      parent_id: Id.nullable(),
      problem: Problem,
    }),
  ),
})
export type RemoteUploads = z.infer<typeof RemoteUploads>

export const startRemoteUploads = endpoint({
  method: 'POST',
  path: '/api/upload/remote',
  access: 'user',
  summary: 'Fetches files from links one by one in the background. All links are accepted or none.',
  body: z.object({
    urls: z
      .array(
        z.string().trim().min(1, 'validation.required').max(REMOTE_URL_LENGTH, 'validation.long'),
      )
      .min(1)
      .max(REMOTE_URLS),
    parent_id: Id.nullable().default(null),
  }),
  response: z.object({ data: RemoteUploads }),
  status: 201,
})

export const retryRemoteUploads = endpoint({
  method: 'POST',
  path: '/api/upload/remote/retry',
  access: 'user',
  summary: 'Queues failed links again, each for its folder; null when none are running or failed.',
  response: z.object({ data: RemoteUploads.nullable() }),
})

export const getRemoteUploads = endpoint({
  method: 'GET',
  path: '/api/upload/remote',
  access: 'user',
  summary: 'Returns the progress of files from links; null when none are running or failed.',
  response: z.object({ data: RemoteUploads.nullable() }),
})

export const cancelRemoteUploads = endpoint({
  method: 'DELETE',
  path: '/api/upload/remote',
  access: 'user',
  summary: 'Cancels remaining links and clears failed ones. Finished files stay.',
  status: 204,
})
