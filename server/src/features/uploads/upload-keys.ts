import { type Actor, actorKey } from '../../actor.ts'
import type { UploadKey } from './uploads.repository.ts'

/** Identifies an uploader; guests of one link are distinguished by their browsers. */
export const uploaderKey = (actor: Actor): string =>
  actor.kind === 'share' ? `${actorKey(actor)}:${actor.visitor}` : actorKey(actor)

/**
 * The sender of an upload. A guest of a request who sends no cookie is recognized by the id of the
 * upload, so that its chunks belong together.
 */
export const senderOf = (actor: Actor, uploadId: string | undefined): Actor =>
  actor.kind === 'request' && !actor.isRecognized && uploadId
    ? { ...actor, guestId: `upload:${uploadId}` }
    : actor

/** Upload ids are unique per uploader only, so the ids of other uploaders are not found. */
export const keyOf = (actor: Actor, id: string): UploadKey => ({
  actor_key: uploaderKey(actor),
  id,
})

/** The share or upload request with which a guest's uploads end; null for users. */
export function linkOf(actor: Actor): string | null {
  switch (actor.kind) {
    case 'user':
      return null
    case 'share':
      return actor.share.id
    case 'request':
      return actor.request.id
  }
}

/** The name of the lock that serializes the requests of an upload within a process. */
export const lockOf = ({ actor_key, id }: UploadKey): string => `${actor_key} ${id}`
