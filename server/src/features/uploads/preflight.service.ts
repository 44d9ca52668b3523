import { type Input, isSystemFile } from '@coffer/contract'
import type * as contract from '@coffer/contract/upload-batches'
import { type Actor, requestGuestId } from '../../actor.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { findByPaths, requireFolder } from '../items/index.ts'
import { quotas } from '../quotas/index.ts'
import { requireUnrestricted } from '../restrictions/index.ts'
import { readSettings, type Settings } from '../settings/index.ts'
import { fileRejection } from '../upload-requests/index.ts'
import { type ClaimedFile, requireAllowedName } from './upload-policy.service.ts'
import { foldersOf, sizesThatFit } from './uploads.rules.ts'

type NameCheck = { name: string } | { rejection: AppError } | { skipped: true }

function checkName(settings: Settings, actor: Actor, claim: ClaimedFile): NameCheck {
  if (isSystemFile(claim.filename)) return { skipped: true }
  try {
    return requireAllowedName(settings, actor, claim)
  } catch (error) {
    if (error instanceof AppError) return { rejection: error }
    throw error
  }
}

/**
 * Reports conflicts, rejections and missing quota of files before they are uploaded. Changes
 * nothing.
 */
export async function preflight(
  { db }: Pick<Deps, 'db'>,
  actor: Actor,
  { parent_id, entries }: Input<typeof contract.preflightUpload>['body'],
) {
  const settings = await readSettings(db)
  const { folder } = await requireFolder(db, actor, parent_id)
  await requireUnrestricted(db, actor, [folder], 'canUpload')
  const checked = entries.map((entry, index) => ({
    index,
    entry,
    ...checkName(settings, actor, { ...entry, depth: folder.depth }),
  }))
  const named = checked.flatMap(({ index, entry, ...check }) =>
    'name' in check
      ? [{ index, size: entry.size, path: [...foldersOf(entry.path), check.name] }]
      : [],
  )
  const existing = await findByPaths(
    db,
    folder.id,
    named.map(({ path }) => path),
    requestGuestId(actor),
  )
  const withExisting = named.map((file, position) => ({ ...file, existing: existing[position] }))
  const full = fileRejection(actor)
  const accepted = withExisting.filter(file => !full || file.existing?.type === 'file')
  const conflicts = accepted.flatMap(({ index, existing: item }) =>
    item ? [{ index, existing: item }] : [],
  )
  const acceptedIndexes = new Set(accepted.map(({ index }) => index))
  const rejected = checked.flatMap(({ index, ...check }) => {
    if ('skipped' in check || acceptedIndexes.has(index)) return []
    const error = 'rejection' in check ? check.rejection : full
    return error ? [{ index, error }] : []
  })
  const sizes = accepted.map(({ size }) => size)
  const freeQuota = await quotas.freeQuotaOrNull(db, folder.owner_id)
  const neededBytes = sizes.reduce((sum, size) => sum + size, 0)
  return {
    conflicts,
    rejected,
    neededBytes,
    // Guests only learn whether their files fit, not how much quota the owner has.
    freeBytes:
      freeQuota === null || actor.kind === 'user' ? freeQuota : Math.min(freeQuota, neededBytes),
    fits: freeQuota === null ? sizes.length : sizesThatFit(sizes, freeQuota).filter(Boolean).length,
  }
}
