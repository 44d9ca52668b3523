import type { Actor } from '../../actor.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { type Bytes, limitBytes } from '../../lib/byte-streams.ts'
import { hostOf } from '../items/index.ts'
import { quotas } from '../quotas/index.ts'
import { readSettings } from '../settings/index.ts'
import { limitOf, tooLarge } from './admission.service.ts'

export interface Spooled {
  content: () => Bytes
  remove: () => Promise<void>
}

/** Keeps a chunk aside until it is known where it belongs: no more of it than its sender may keep. */
export async function spool(
  { db, blobs, newId }: Pick<Deps, 'db' | 'blobs' | 'newId'>,
  actor: Actor,
  source: Bytes,
): Promise<Spooled> {
  const settings = await readSettings(db)
  const room = await quotas.roomOf(db, hostOf(actor))
  const limited = limitBytes(source, Math.min(limitOf(settings), room), () => {
    throw room < limitOf(settings)
      ? new AppError('upload.quota_exceeded')
      : tooLarge(settings.upload_limit)
  })
  const key = newId()
  const remove = () => blobs.remove(key)
  const size = await blobs.write(key, 0, limited).catch(async error => {
    await remove()
    throw error
  })
  async function* nothing(): Bytes {}
  return {
    content: () => (size === 0 ? nothing() : blobs.read(key, { start: 0, end: size - 1 })),
    remove,
  }
}
