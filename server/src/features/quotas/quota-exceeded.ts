import type { Actor } from '../../actor.ts'
import { AppError } from '../../errors.ts'

/** Creates the error; its text for guests and team members says that the owner's storage is full. */
export const quotaExceeded = (actor: Actor, ownerId: string): AppError =>
  actor.kind === 'user' && actor.userId === ownerId
    ? new AppError('upload.quota_exceeded')
    : new AppError('upload.quota_exceeded', { detail: 'uploads.owner_storage_full' })
