import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Problem } from './errors.ts'
import { RemoteProgress } from './live.ts'
import { Id } from './resource.ts'

/** So many at once, and so many of one person that wait. */
export const REMOTE_URLS = 500
export const REMOTE_URL_LENGTH = 2000
/** Of those that failed so many are told. */
export const REMOTE_FAILURES = 100

export const RemoteUploads = RemoteProgress.extend({
  /** The first of those that failed, and why. */
  failures: z.array(
    z.object({
      id: Id,
      url: z.string(),
      /** Where it was meant to go; null stands for home. */
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
  summary:
    'Fetches files from links, one after the other and in the background. All of the links are taken or none.',
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

export const getRemoteUploads = endpoint({
  method: 'GET',
  path: '/api/upload/remote',
  access: 'user',
  summary: 'How far the files from links are; null when none are on their way and none has failed.',
  response: z.object({ data: RemoteUploads.nullable() }),
})

export const cancelRemoteUploads = endpoint({
  method: 'DELETE',
  path: '/api/upload/remote',
  access: 'user',
  summary:
    'Gives up what is still to be fetched, and forgets what failed. Files that have come stay.',
  status: 204,
})
