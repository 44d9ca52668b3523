import { EXPORT_DAYS } from '@coffer/contract/data-exports'
import type { DataArchiveRow } from '../../db/schema-account-deletion.ts'
import type { Deps } from '../../deps.ts'
import { notify } from '../notifications/index.ts'
import { readSettings } from '../settings/index.ts'
import { keepLayout, planEverything, ZipLayout } from '../zip/index.ts'
import * as archives from './data-exports.repository.ts'
import { itemsJson } from './items-list.service.ts'
import { readmeOf } from './readme.ts'
import { findProfile } from './records.repository.ts'
import { recordsOf } from './records.service.ts'

const KEPT_MS = EXPORT_DAYS * 86_400_000
const TELL_MS = 1000

type MakeDeps = Pick<Deps, 'db' | 'transact' | 'blobs' | 'jobs' | 'live' | 'now' | 'newId' | 'log'>

/** Its owner does not want it any more. */
class CancelledError extends Error {}

/**
 * Writes down where everything stands in the archive. Of the files nothing is copied: contents never
 * change, and those that are in it stay as long as it does.
 */
export async function make(deps: MakeDeps, id: string, signal: AbortSignal): Promise<void> {
  const archive = await archives.findArchive(deps.db, id)
  if (archive?.state !== 'making') return
  const tell = () => deps.live.publish([archive.user_id], { type: 'data_export.changed' })
  try {
    await build(deps, archive, signal, tell)
  } catch (error) {
    // The queue begins anew what the server's end broke off.
    if (signal.aborted) throw error
    if (!(error instanceof CancelledError)) await fail(deps, archive, error)
  }
  tell()
}

async function fail(deps: MakeDeps, { id, user_id }: DataArchiveRow, err: unknown): Promise<void> {
  deps.log.error({ err }, 'an archive could not be made')
  await deps.transact(async tx => {
    if (!(await archives.updateMaking(tx, id, { state: 'failed' }))) return
    await notify(tx, deps, [user_id], {
      category: 'data-export',
      type: 'data_export_failed',
      params: {},
      action: LEADS_THERE,
    })
  })
}

const LEADS_THERE = {
  type: 'url',
  url: '/user/settings/data',
  target: 'self',
  button: 'notification.button.show',
} as const

async function build(
  deps: MakeDeps,
  archive: DataArchiveRow,
  signal: AbortSignal,
  tell: () => void,
): Promise<void> {
  const layout = new ZipLayout()
  const modified = Math.floor(deps.now().getTime() / 1000)
  /** A file that is in nobody's folder: written, and kept with the archive. */
  async function own(path: string | null, key: string, bytes: number): Promise<void> {
    await deps.transact(async tx => {
      const now = deps.now().getTime()
      await archives.insertOwnContent(tx, archive.id, { key, bytes, now })
    })
    if (path !== null) layout.add({ path, blobId: key, size: bytes, modified, crc: null })
  }
  async function write(path: string, text: string): Promise<void> {
    const key = deps.newId()
    const content = Buffer.from(text)
    await deps.blobs.put(key, content)
    await own(path, key, content.length)
  }

  const { name } = await findProfile(deps.db, archive.user_id)
  const { app_title: app } = await readSettings(deps.db)
  const told = { app, name, language: archive.language, createdAt: archive.created_at }
  await write('README.html', readmeOf(told))
  for (const [name, record] of await recordsOf(deps.db, archive.user_id))
    await write(`data/${name}.json`, `${JSON.stringify(record, null, 2)}\n`)
  const list = itemsJson(deps)
  const folder = (path: string) => layout.add({ path, blobId: null, size: 0, modified, crc: null })
  folder('files/')
  folder('trash/')
  await planEverything(deps.db, layout, archive.user_id, PLACES, watchProgress())
  await own('data/items.json', list.key, await list.end())
  await finish(deps, archive, layout)

  function watchProgress() {
    let done = 0
    let told = 0
    return {
      async filterRows<R extends { id: string; blob_id: string | null }>(rows: readonly R[]) {
        signal.throwIfAborted()
        await list.flush()
        const ids = rows.flatMap(row => row.blob_id ?? [])
        const updated_at = deps.now().getTime()
        const kept = await deps.transact(async tx => {
          const change = { items_done: done, updated_at }
          if (!(await archives.updateMaking(tx, archive.id, change))) throw new CancelledError()
          return archives.keepContents(tx, archive.id, ids)
        })
        done += rows.length
        if (Date.now() - told > TELL_MS) tell()
        told = Date.now()
        // Deleted for good since it was listed: it is nobody's any more.
        const admitted = rows.filter(({ blob_id }) => blob_id === null || kept.has(blob_id))
        await list.add(admitted)
        return admitted
      },
      placed: list.placed,
    }
  }
}

const PLACES = { files: 'files/', trash: 'trash/' }

async function finish(
  deps: MakeDeps,
  { id, user_id }: DataArchiveRow,
  layout: ZipLayout,
): Promise<void> {
  const layout_id = deps.newId()
  const bytes = await keepLayout(deps.blobs, layout_id, layout)
  await deps.transact(async tx => {
    const now = deps.now().getTime()
    await archives.insertOwnContent(tx, id, { key: layout_id, bytes, now })
    const expires_at = now + KEPT_MS
    const ready = { state: 'ready' as const, size_bytes: layout.length, layout_id, expires_at }
    if (!(await archives.updateMaking(tx, id, ready))) throw new CancelledError()
    await notify(tx, deps, [user_id], {
      category: 'data-export',
      type: 'data_export_ready',
      params: {},
      action: LEADS_THERE,
      email: {
        template: 'archive-ready',
        data: { size_bytes: layout.length, expires_at: new Date(expires_at).toISOString() },
      },
    })
  })
}
