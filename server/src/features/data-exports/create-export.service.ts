import { crc32 } from 'node:zlib'
import type { DataExportRow } from '../../db/schema-account-deletion.ts'
import type { Deps } from '../../deps.ts'
import type { StoredBlob } from '../../files/blobs.ts'
import type { Bytes } from '../../lib/byte-streams.ts'
import { findInvoicesOf, readPdfOf } from '../invoices/index.ts'
import { notify } from '../notifications/index.ts'
import { readSettings } from '../settings/index.ts'
import { keepLayout, planEverything, ZipLayout } from '../zip/index.ts'
import * as dataExports from './data-exports.repository.ts'
import { itemsJson } from './items-list.service.ts'
import { renderReadme } from './readme.ts'
import { findProfile } from './records.repository.ts'
import { collectRecords } from './records.service.ts'
import { requestsJson } from './requests-list.service.ts'
import { RETENTION_MS } from './retention.ts'

const PUBLISH_INTERVAL_MS = 1000

type CreateDeps = Pick<
  Deps,
  'db' | 'transact' | 'settings' | 'blobs' | 'media' | 'jobs' | 'live' | 'now' | 'newId' | 'log'
>

/** Thrown when the user has cancelled the export. */
class CancelledError extends Error {}

/**
 * Creates the layout of the ZIP archive. File contents are not copied: blobs never change, and those
 * of the export are kept as long as the export.
 */
export async function createExport(
  deps: CreateDeps,
  id: string,
  signal: AbortSignal,
): Promise<void> {
  const dataExport = await dataExports.findExportById(deps.db, id)
  const begun = { updated_at: deps.now().getTime() }
  if (!dataExport || !(await dataExports.updateRunningExport(deps.db, id, begun))) return
  const publishChange = () =>
    deps.live.publish([dataExport.user_id], { type: 'data_export.changed' })
  try {
    await buildExport(deps, dataExport, signal, publishChange)
  } catch (error) {
    // The queue restarts jobs that were interrupted by a shutdown.
    if (signal.aborted) throw error
    if (!(error instanceof CancelledError)) await failExport(deps, dataExport, error)
  }
  publishChange()
}

async function failExport(
  deps: CreateDeps,
  { id, user_id }: DataExportRow,
  err: unknown,
): Promise<void> {
  deps.log.error({ err }, 'a data export could not be created')
  await deps.transact(async tx => {
    if (!(await dataExports.updateRunningExport(tx, id, { state: 'failed' }))) return
    await notify(tx, deps, [user_id], {
      category: 'data-export',
      type: 'data_export_failed',
      params: {},
      action: SHOW_EXPORT,
    })
  })
}

const SHOW_EXPORT = {
  type: 'url',
  url: '/user/settings/data',
  target: 'self',
  button: 'notification.button.show',
} as const

async function buildExport(
  deps: CreateDeps,
  dataExport: DataExportRow,
  signal: AbortSignal,
  publishChange: () => void,
): Promise<void> {
  const layout = new ZipLayout()
  const modified = Math.floor(deps.now().getTime() / 1000)
  /** Records a blob that was written for this export and is deleted with it. */
  async function addOwnBlob(path: string, key: string, stored: StoredBlob): Promise<void> {
    await deps.transact(async tx => {
      const now = deps.now().getTime()
      await dataExports.insertExportBlob(tx, dataExport.id, { key, ...stored, now })
    })
    layout.add({ path, blobId: key, size: stored.bytes, modified, crc: stored.crc32 })
  }
  async function addOwnFile(path: string, content: Uint8Array): Promise<void> {
    const key = deps.newId()
    const store = await deps.blobs.put(key, content)
    await addOwnBlob(path, key, { store, bytes: content.length, crc32: crc32(content) })
  }
  async function addOwnStream(path: string, source: Bytes): Promise<void> {
    const key = deps.newId()
    try {
      await addOwnBlob(path, key, await deps.blobs.write(key, source))
    } catch (error) {
      await deps.blobs.remove(key)
      throw error
    }
  }

  const { name } = await findProfile(deps.db, dataExport.user_id)
  const { app_title: app } = await readSettings(deps.db)
  const readme = { app, name, language: dataExport.language, createdAt: dataExport.created_at }
  await addOwnFile('README.html', Buffer.from(renderReadme(readme)))
  for (const [name, record] of await collectRecords(deps, dataExport.user_id))
    await addOwnFile(`data/${name}.json`, Buffer.from(`${JSON.stringify(record, null, 2)}\n`))
  await addOwnStream('data/upload_requests.json', requestsJson(deps.db, dataExport.user_id))
  for (const { id, label } of await findInvoicesOf(deps.db, dataExport.user_id))
    await addOwnFile(`invoices/${label.replaceAll('/', '-')}.pdf`, await readPdfOf(deps, id))
  const list = itemsJson(deps)
  const folder = (path: string) => layout.add({ path, blobId: null, size: 0, modified, crc: null })
  folder('files/')
  folder('trash/')
  try {
    await planEverything(deps.db, layout, dataExport.user_id, FOLDERS, watchProgress())
  } catch (error) {
    await list.abort()
    throw error
  }
  await addOwnBlob('data/items.json', list.key, await list.end())
  await finishExport(deps, dataExport, layout)

  function watchProgress() {
    let done = 0
    let lastPublishedAt = 0
    return {
      async filterRows<R extends { id: string; blob_id: string | null }>(rows: readonly R[]) {
        signal.throwIfAborted()
        await list.flush()
        const ids = rows.flatMap(row => row.blob_id ?? [])
        const updated_at = deps.now().getTime()
        const existing = await deps.transact(async tx => {
          const change = { items_done: done, updated_at }
          if (!(await dataExports.updateRunningExport(tx, dataExport.id, change)))
            throw new CancelledError()
          return dataExports.referenceBlobs(tx, dataExport.id, ids)
        })
        done += rows.length
        if (Date.now() - lastPublishedAt > PUBLISH_INTERVAL_MS) {
          publishChange()
          lastPublishedAt = Date.now()
        }
        // Leave out files whose blob was deleted since they were listed, or is damaged.
        const included = rows.filter(({ blob_id }) => blob_id === null || existing.has(blob_id))
        await list.add(included)
        return included
      },
      placed: list.placed,
    }
  }
}

const FOLDERS = { files: 'files/', trash: 'trash/' }

async function finishExport(
  deps: CreateDeps,
  { id, user_id }: DataExportRow,
  layout: ZipLayout,
): Promise<void> {
  const layout_id = deps.newId()
  const stored = await keepLayout(deps.blobs, layout_id, layout)
  await deps.transact(async tx => {
    const now = deps.now().getTime()
    await dataExports.insertExportBlob(tx, id, { key: layout_id, ...stored, now })
    const expires_at = now + RETENTION_MS
    const ready = { state: 'ready' as const, size_bytes: layout.length, layout_id, expires_at }
    if (!(await dataExports.updateRunningExport(tx, id, ready))) throw new CancelledError()
    await notify(tx, deps, [user_id], {
      category: 'data-export',
      type: 'data_export_ready',
      params: {},
      action: SHOW_EXPORT,
      email: {
        template: 'archive-ready',
        data: { size_bytes: layout.length, expires_at: new Date(expires_at).toISOString() },
      },
    })
  })
}
