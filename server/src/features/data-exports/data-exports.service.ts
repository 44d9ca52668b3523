import type { Locale } from '@coffer/contract'
import type { SessionActor } from '../../actor.ts'
import type { DataArchiveRow } from '../../db/schema-account-deletion.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { requireSession } from '../auth/index.ts'
import { findLanguage } from '../emails/index.ts'
import { quotas } from '../quotas/index.ts'
import { readLayout, type ZipLayout } from '../zip/index.ts'
import { clearGoneJob, makeJob } from './data-exports.job-types.ts'
import * as archives from './data-exports.repository.ts'

export const getArchive = async (
  { db }: Pick<Deps, 'db'>,
  { userId }: SessionActor,
): Promise<DataArchiveRow | null> => (await archives.findOf(db, userId)) ?? null

/**
 * Begins to make one, in place of any that is there.
 * @throws AppError `data_export.in_progress`
 */
export const requestArchive = (
  { transact, jobs, now, newId }: Pick<Deps, 'transact' | 'jobs' | 'now' | 'newId'>,
  actor: SessionActor,
  locale: Locale,
): Promise<DataArchiveRow> =>
  transact(async tx => {
    const { userId } = actor
    await quotas.lockOwners(tx, [userId])
    await requireSession(tx, actor)
    const known = await archives.findOf(tx, userId)
    if (known?.state === 'making') throw new AppError('data_export.in_progress')
    if (known) {
      await archives.giveUp(tx, userId)
      await jobs.add(tx, clearGoneJob, {}, { key: 'all' })
    }
    const at = now().getTime()
    const row: DataArchiveRow = {
      id: newId(),
      user_id: userId,
      state: 'making' as const,
      language: (await findLanguage(tx, userId)) ?? locale,
      items_done: 0,
      items_total: await archives.countItems(tx, userId),
      size_bytes: null,
      layout_id: null,
      expires_at: null,
      created_at: at,
      updated_at: at,
    }
    await archives.insertArchive(tx, row)
    await jobs.add(tx, makeJob, { id: row.id })
    return row
  })

/** Whoever makes it notices, and stops. */
export async function removeArchive(
  { transact, jobs, live }: Pick<Deps, 'transact' | 'jobs' | 'live'>,
  { userId }: SessionActor,
): Promise<void> {
  await transact(async tx => {
    await archives.giveUp(tx, userId)
    await jobs.add(tx, clearGoneJob, {}, { key: 'all' })
  })
  live.publish([userId], { type: 'data_export.changed' })
}

/** Several connections may fetch parts of one large archive at once: they share its layout. */
const opened = new Map<string, WeakRef<ZipLayout>>()

/** @throws AppError `data_export.not_found` unless it is ready, and has time left */
export async function openArchive(
  { db, blobs, now }: Pick<Deps, 'db' | 'blobs' | 'now'>,
  { userId }: SessionActor,
): Promise<{ layout: ZipLayout; filename: string; ownerId: string }> {
  const row = await archives.findOf(db, userId)
  const isReady = row?.state === 'ready' && (row.expires_at ?? 0) > now().getTime()
  if (!isReady || row.layout_id === null) throw new AppError('data_export.not_found')
  const layout = opened.get(row.id)?.deref() ?? (await readLayout({ db, blobs }, row.layout_id))
  for (const [id, known] of opened) if (!known.deref()) opened.delete(id)
  opened.set(row.id, new WeakRef(layout))
  const day = new Date(row.created_at).toISOString().slice(0, 10)
  return { layout, filename: `coffer-${day}.zip`, ownerId: userId }
}
