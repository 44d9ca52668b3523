import { type Actor, actorKey, type RequestActor } from '../../actor.ts'
import type { UploadKey } from './uploads.repository.ts'

/** Identifies an uploader; guests of one link are distinguished by their browsers. */
export const uploaderKey = (actor: Actor): string =>
  actor.kind === 'share' ? `${actorKey(actor)}:${actor.visitor}` : actorKey(actor)

/** Whether an actor is a guest of a request who sends no cookie, and is recognized by upload ids. */
export const isRecognizedById = (actor: Actor): actor is RequestActor =>
  actor.kind === 'request' && !actor.isRecognized

/** The sender of an upload; one that is recognized by its id, so that its chunks belong together. */
export const senderOf = (actor: Actor, uploadId: string | undefined): Actor =>
  isRecognizedById(actor) && uploadId ? { ...actor, guestId: `upload:${uploadId}` } : actor

/**
 * Upload ids are unique per uploader only, so the ids of other uploaders are not found. The key does
 * not depend on the batch that an upload is sent in.
 */
export const keyOf = (actor: Actor, id: string): UploadKey => ({
  actor_key: uploaderKey(senderOf(actor, id)),
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
