import { type Input, isSystemLitter } from '@coffer/contract'
import type * as contract from '@coffer/contract/upload-batches'
import { type Actor, requestGuestId } from '../../actor.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { findByPaths, requireFolder } from '../items/index.ts'
import { quotas } from '../quotas/index.ts'
import { requireUnrestricted } from '../restrictions/index.ts'
import { readSettings, type Settings } from '../settings/index.ts'
import { type ClaimedFile, requireAllowedName } from './upload-policy.service.ts'
import { foldersOf, sizesThatFit } from './uploads.rules.ts'

type NameCheck = { name: string } | { refused: AppError } | { skipped: true }

function judge(settings: Settings, actor: Actor, claim: ClaimedFile): NameCheck {
  if (isSystemLitter(claim.filename)) return { skipped: true }
  try {
    return requireAllowedName(settings, actor, claim)
  } catch (error) {
    if (error instanceof AppError) return { refused: error }
    throw error
  }
}

/** What would become of files, by the rules they will be judged by when they come. Changes nothing. */
export async function preflight(
  { db }: Pick<Deps, 'db'>,
  actor: Actor,
  { parent_id, entries }: Input<typeof contract.preflightUpload>['body'],
) {
  const settings = await readSettings(db)
  const { folder } = await requireFolder(db, actor, parent_id)
  await requireUnrestricted(db, actor, [folder], 'canUpload')
  const judged = entries.map((entry, index) => ({
    index,
    entry,
    ...judge(settings, actor, { ...entry, depth: folder.depth }),
  }))
  const refused = judged.flatMap(one =>
    'refused' in one ? [{ index: one.index, error: one.refused }] : [],
  )
  const coming = judged.flatMap(({ index, entry, ...one }) =>
    'name' in one ? [{ index, size: entry.size, path: [...foldersOf(entry.path), one.name] }] : [],
  )
  const existing = await findByPaths(
    db,
    folder.id,
    coming.map(({ path }) => path),
    requestGuestId(actor),
  )
  const conflicts = coming.flatMap(({ index }, place) => {
    const item = existing[place]
    return item ? [{ index, existing: item }] : []
  })
  const sizes = coming.map(({ size }) => size)
  const room = await quotas.freeQuotaOrNull(db, folder.owner_id)
  const neededBytes = sizes.reduce((sum, size) => sum + size, 0)
  return {
    conflicts,
    refused,
    neededBytes,
    // How much room somebody has is not for his guests to know, beyond whether theirs fits.
    roomBytes: room === null || actor.kind === 'user' ? room : Math.min(room, neededBytes),
    fits: room === null ? sizes.length : sizesThatFit(sizes, room).filter(Boolean).length,
  }
}
