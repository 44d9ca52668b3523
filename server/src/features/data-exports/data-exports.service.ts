import type { Locale } from '@coffer/contract'
import type { SessionActor } from '../../actor.ts'
import type { DataExportRow } from '../../db/schema-account-deletion.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { recordAudit, userTarget } from '../audit/index.ts'
import { requireSession } from '../auth/index.ts'
import { findLanguage } from '../emails/index.ts'
import { quotas } from '../quotas/index.ts'
import { readLayout, soleOwner, type ZipLayout, type ZipToSend } from '../zip/index.ts'
import { createJob, deleteJob } from './data-exports.job-types.ts'
import * as dataExports from './data-exports.repository.ts'

/** Returns the user's current export, or null. */
export const getExport = async (
  { db }: Pick<Deps, 'db'>,
  { userId }: SessionActor,
): Promise<DataExportRow | null> => (await dataExports.findCurrentExport(db, userId)) ?? null

/**
 * Queues a new export, which replaces an existing one.
 * @throws AppError `data_export.in_progress`
 */
export const requestExport = (
  { transact, jobs, now, newId }: Pick<Deps, 'transact' | 'jobs' | 'now' | 'newId'>,
  actor: SessionActor,
  locale: Locale,
): Promise<DataExportRow> =>
  transact(async tx => {
    const { userId } = actor
    await quotas.lockOwners(tx, [userId])
    await requireSession(tx, actor)
    const existing = await dataExports.findCurrentExport(tx, userId)
    if (existing?.state === 'creating') throw new AppError('data_export.in_progress')
    if (existing) {
      await dataExports.discardExport(tx, userId)
      await jobs.add(tx, deleteJob, {}, { key: 'all' })
    }
    const at = now().getTime()
    const row: DataExportRow = {
      id: newId(),
      user_id: userId,
      state: 'creating' as const,
      language: (await findLanguage(tx, userId)) ?? locale,
      items_done: 0,
      items_total: await dataExports.countItems(tx, userId),
      size_bytes: null,
      layout_id: null,
      expires_at: null,
      created_at: at,
      updated_at: at,
    }
    await dataExports.insertExport(tx, row)
    await jobs.add(tx, createJob, { id: row.id })
    recordAudit(tx, { action: 'data_export.requested', target: await userTarget(tx, userId) })
    return row
  })

/** Deletes or cancels the user's export; a running job notices and stops. */
export async function deleteExport(
  { transact, jobs, live }: Pick<Deps, 'transact' | 'jobs' | 'live'>,
  { userId }: SessionActor,
): Promise<void> {
  await transact(async tx => {
    await dataExports.discardExport(tx, userId)
    recordAudit(tx, { action: 'data_export.deleted', target: await userTarget(tx, userId) })
    await jobs.add(tx, deleteJob, {}, { key: 'all' })
  })
  live.publish([userId], { type: 'data_export.changed' })
}

/** Records a download once, although it may continue over several connections. */
export const recordDownload = (
  { transact }: Pick<Deps, 'transact'>,
  { userId }: SessionActor,
): Promise<void> =>
  transact(async tx => {
    recordAudit(tx, { action: 'data_export.downloaded', target: await userTarget(tx, userId) })
  })

/** Layouts in use, shared by connections that download parts of the same export. */
const openLayouts = new Map<string, WeakRef<ZipLayout>>()

/**
 * @throws AppError `data_export.not_found` unless it is ready and has not expired, `storage.damaged`
 * when a content in it is known to be wrong
 */
export async function openExport(
  { db, blobs, now }: Pick<Deps, 'db' | 'blobs' | 'now'>,
  { userId }: SessionActor,
): Promise<ZipToSend> {
  const row = await dataExports.findExportToSend(db, userId)
  const isReady = row?.state === 'ready' && (row.expires_at ?? 0) > now().getTime()
  if (!isReady || row.layout_id === null) throw new AppError('data_export.not_found')
  if (row.is_damaged) throw new AppError('storage.damaged')
  const layout =
    openLayouts.get(row.id)?.deref() ?? (await readLayout({ db, blobs }, row.layout_id))
  for (const [id, reference] of openLayouts) if (!reference.deref()) openLayouts.delete(id)
  openLayouts.set(row.id, new WeakRef(layout))
  const day = new Date(row.created_at).toISOString().slice(0, 10)
  return { layout, filename: `coffer-${day}.zip`, sections: [soleOwner(userId)] }
}
