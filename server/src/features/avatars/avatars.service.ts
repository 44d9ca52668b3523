import { AVATAR_MAX_BYTES, AVATAR_TYPES, type AvatarSize } from '@coffer/contract/avatar'
import type { UserActor } from '../../actor.ts'
import type { Db } from '../../db/open.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { attemptRemoval } from '../../files/attempt-removal.ts'
import { type Bytes, collect, limitBytes } from '../../lib/byte-streams.ts'
import { detectType, SNIFF_BYTES } from '../../lib/file-types.ts'
import { mediaKindOf } from '../../media/media-kinds.ts'
import { MediaError, type MediaKind } from '../../media/media-task.ts'
import { quotas } from '../quotas/index.ts'
import { findAvatar, replaceAvatar, type StoredAvatar } from './avatars.repository.ts'
import { rangeOf } from './avatars.rules.ts'

type AvatarDeps = Pick<Deps, 'config' | 'transact' | 'blobs' | 'media' | 'newId' | 'log'>

/** Records a change in its transaction. */
type Recording = (tx: Db) => void

const FIELD_ERROR = { errors: { avatar: ['errors.avatar.unreadable.detail'] } }

function tooLarge({ config }: Pick<Deps, 'config'>): AppError {
  const megapixels = Math.round(config.previews.maxPixels / 1e6)
  const values = { limit: AVATAR_MAX_BYTES, megapixels }
  return new AppError('avatar.too_large', { values })
}

async function detectKind(content: Uint8Array): Promise<MediaKind> {
  const type = await detectType(content.subarray(0, SNIFF_BYTES), '')
  const kind = AVATAR_TYPES.some(allowed => allowed === type) ? mediaKindOf(type) : null
  if (!kind) throw new AppError('avatar.unreadable', FIELD_ERROR)
  return kind
}

/** Renders the avatar sizes in a separate process; the original is stored only meanwhile. */
async function renderSizes(deps: AvatarDeps, content: Uint8Array): Promise<Uint8Array[]> {
  const { blobs, media, log } = deps
  const kind = await detectKind(content)
  try {
    const { pictures } = await blobs.withFile(content, path =>
      media.derive({ kind, path, makes: 'avatar' }),
    )
    return pictures.filter(picture => picture !== null)
  } catch (error) {
    if (!(error instanceof MediaError)) throw error
    log.info({ failure: error.failure, reason: error.message }, 'no avatar')
    if (error.failure === 'too_large') throw tooLarge(deps)
    throw new AppError('avatar.unreadable', FIELD_ERROR)
  }
}

/** Deletes the old blob after the commit; if that does not happen, the sweep deletes it. */
async function storeAvatar(
  { transact, blobs, log }: Pick<Deps, 'transact' | 'blobs' | 'log'>,
  { userId }: Pick<UserActor, 'userId'>,
  avatar: StoredAvatar | null,
  record?: Recording,
): Promise<void> {
  const old = await transact(async tx => {
    await quotas.lockOwners(tx, [userId])
    record?.(tx)
    return replaceAvatar(tx, userId, avatar)
  })
  if (old !== null) await attemptRemoval(log, blobs.remove(old))
}

/**
 * Renders and stores an uploaded picture as the user's avatar.
 * @throws AppError `avatar.unreadable` or `avatar.too_large`
 */
export async function putAvatar(
  deps: AvatarDeps,
  actor: Pick<UserActor, 'userId'>,
  content: Bytes,
  record?: Recording,
): Promise<void> {
  const bounded = limitBytes(content, AVATAR_MAX_BYTES, () => {
    throw tooLarge(deps)
  })
  const [xs, sm, md] = await renderSizes(deps, await collect(bounded))
  if (!xs || !sm || !md) throw new AppError('avatar.unreadable', FIELD_ERROR)
  const key = deps.newId()
  await deps.blobs.put(key, Buffer.concat([xs, sm, md]))
  const bytes = { xs: xs.length, sm: sm.length, md: md.length }
  await storeAvatar(deps, actor, { key, bytes }, record)
}

export const removeAvatar = (
  deps: Pick<Deps, 'transact' | 'blobs' | 'log'>,
  actor: Pick<UserActor, 'userId'>,
  record?: Recording,
): Promise<void> => storeAvatar(deps, actor, null, record)

/**
 * Opens an avatar without a session: its random key grants access while it is the current one.
 * @throws AppError `item.not_found`
 */
export async function openAvatar(
  { db, blobs }: Pick<Deps, 'db' | 'blobs'>,
  key: string,
  size: AvatarSize,
): Promise<() => Promise<Uint8Array>> {
  const bytes = await findAvatar(db, key)
  if (!bytes) throw new AppError('item.not_found')
  return () => blobs.readPicture(key, rangeOf(bytes, size))
}
