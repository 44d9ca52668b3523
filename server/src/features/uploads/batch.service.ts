import { crc32 } from 'node:zlib'
import { isSystemLitter } from '@coffer/contract'
import { BATCH_BYTES, BATCH_FILE_BYTES, type BatchEntry } from '@coffer/contract/upload-batches'
import type { Actor } from '../../actor.ts'
import type { UploadRow } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { type Bytes, collect, limitBytes } from '../../lib/byte-streams.ts'
import { SNIFF_BYTES } from '../../lib/file-types.ts'
import { type Choice, classify } from '../document-types/index.ts'
import { findVisible, type ItemView, requireFolder } from '../items/index.ts'
import { quotaExceeded, quotas } from '../quotas/index.ts'
import { requireUnrestricted } from '../restrictions/index.ts'
import { readSettings, type Settings } from '../settings/index.ts'
import { offsetError } from './chunked.service.ts'
import { type Committed, commitFiles, type StoredContent } from './commit-files.service.ts'
import { checkedDigest, requireSize } from './single-file.service.ts'
import { keyOf, uploaderKey, withLocks } from './upload-locks.ts'
import { requireAllowedContent, requireAllowedName } from './upload-policy.service.ts'
import * as uploads from './uploads.repository.ts'
import { foldersOf, sizesThatFit } from './uploads.rules.ts'

type BatchDeps = Pick<Deps, 'db' | 'transact' | 'blobs' | 'now' | 'newId' | 'jobs' | 'media'>
type Skipped = { skipped: true }
export type FileOutcome = { item: ItemView } | { error: AppError } | Skipped

/** Contents are written and synced together whenever so many have come; no more are held. */
const GROUP_BYTES = 1024 * 1024

interface Batch {
  parentId: string | null
  /** What all of them are as documents. */
  document: Choice
  entries: readonly BatchEntry[]
  /** One for each entry, in their order. */
  contents: AsyncIterable<Bytes>
}

/** What is known of a file before its bytes come. */
type Expected =
  | { kind: 'known'; row: UploadRow }
  | { kind: 'refused'; error: AppError }
  | { kind: 'skipped' }
  | { kind: 'coming'; name: string; originalName: string | null }

function expect(
  settings: Settings,
  actor: Actor,
  entry: BatchEntry,
  depth: number,
  known: UploadRow | undefined,
): Expected {
  if (isSystemLitter(entry.filename)) return { kind: 'skipped' }
  if (known?.item_id) return { kind: 'known', row: known }
  // A part of it came in chunks, and so will the rest.
  if (known)
    return { kind: 'refused', error: offsetError('upload.offset_conflict', known.received_bytes) }
  try {
    return { kind: 'coming', ...requireAllowedName(settings, actor, { ...entry, depth }) }
  } catch (error) {
    if (error instanceof AppError) return { kind: 'refused', error }
    throw error
  }
}

/** In their order, as far as there is room. */
function withinQuota(
  expected: readonly Expected[],
  entries: readonly BatchEntry[],
  room: number,
  exceeded: AppError,
): Expected[] {
  const sizes = expected.map(({ kind }, index) =>
    kind === 'coming' ? (entries[index]?.size ?? 0) : 0,
  )
  const fits = sizesThatFit(sizes, room)
  return expected.map((one, index) => (fits[index] ? one : { kind: 'refused', error: exceeded }))
}

function requireSmall(entries: readonly BatchEntry[]): void {
  const bytes = entries.reduce((sum, { size }) => sum + size, 0)
  if (bytes > BATCH_BYTES || entries.some(({ size }) => size > BATCH_FILE_BYTES))
    throw new AppError('request.too_large')
  const ids = entries.flatMap(({ upload_id }) => upload_id ?? [])
  if (new Set(ids).size < ids.length)
    throw new AppError('request.invalid', { errors: { manifest: ['validation.invalid'] } })
}

/**
 * Many small files in one request. Each is judged for itself and by the rules of single ones; those
 * that may come are written and synced together and become files in one transaction.
 */
export function receiveUploadBatch(
  deps: BatchDeps,
  actor: Actor,
  batch: Batch,
): Promise<FileOutcome[]> {
  const { entries } = batch
  requireSmall(entries)
  const keys = entries.flatMap(({ upload_id }) => (upload_id ? keyOf(actor, upload_id) : []))
  return withLocks(keys, async () => {
    const settings = await readSettings(deps.db)
    await classify(deps.db, batch.document)
    const { folder: parent } = await requireFolder(deps.db, actor, batch.parentId)
    await requireUnrestricted(deps.db, actor, [parent], 'canUpload')
    const ids = keys.map(({ id }) => id)
    const known = await uploads.findUploads(deps.db, uploaderKey(actor), ids)
    const expected = withinQuota(
      entries.map(entry =>
        expect(settings, actor, entry, parent.depth, known.get(entry.upload_id ?? '')),
      ),
      entries,
      await quotas.freeQuota(deps.db, parent.owner_id),
      quotaExceeded(actor, parent.owner_id),
    )
    const place = { parentId: parent.id, ownerId: parent.owner_id, document: batch.document }
    const outcomes = await keepAll(deps, actor, batch, {
      settings,
      expected,
      place,
    })
    return presentResults(deps, actor, outcomes)
  })
}

interface CheckedEntry {
  settings: Settings
  expected: readonly Expected[]
  place: { parentId: string; ownerId: string; document: Choice }
}

/** What becomes of a file whose bytes are not needed. */
function settled(one: Exclude<Expected, { kind: 'coming' }>) {
  if (one.kind === 'known') return { before: one.row }
  return one.kind === 'skipped' ? { skipped: true as const } : { error: one.error }
}

async function keepAll(
  deps: BatchDeps,
  actor: Actor,
  batch: Batch,
  { settings, expected, place }: CheckedEntry,
): Promise<(Committed | Skipped)[]> {
  const writer = groupWriter(deps)
  const received: (StoredContent | Exclude<Committed, { item: ItemView }> | Skipped)[] = []
  try {
    for await (const content of batch.contents) {
      const entry = batch.entries[received.length]
      const one = expected[received.length]
      if (!entry || !one) throw miscounted()
      received.push(
        one.kind === 'coming'
          ? await receive(deps, settings, { entry, ...one }, content, writer)
          : settled(one),
      )
    }
    if (received.length < batch.entries.length) throw miscounted()
    await writer.flush()
  } catch (error) {
    await writer.remove()
    throw error
  }
  const kept = received.filter(one => 'file' in one)
  const committed = await commitFiles(deps, actor, place, kept).catch(async error => {
    // Only what was certainly not committed.
    if (error instanceof AppError) await writer.remove()
    throw error
  })
  const left = kept.filter((_, index) => !('item' in (committed[index] ?? {})))
  await writer.remove(left.map(({ file }) => file.blobId))
  const results = committed.values()
  return received.map(one => ('file' in one ? (results.next().value as Committed) : one))
}

const miscounted = () =>
  new AppError('request.invalid', { errors: { file: ['validation.required'] } })

interface Coming {
  entry: BatchEntry
  name: string
  originalName: string | null
}

/** One content, read and judged as a single small file is. */
async function receive(
  { newId }: BatchDeps,
  settings: Settings,
  { entry, name, originalName }: Coming,
  source: Bytes,
  writer: ReturnType<typeof groupWriter>,
): Promise<StoredContent | { error: AppError }> {
  try {
    const content = await collect(
      limitBytes(source, entry.size, () => {
        throw new AppError('upload.size_exceeded')
      }),
    )
    requireSize(entry, content, name)
    const mimetype = await requireAllowedContent(settings, name, content.subarray(0, SNIFF_BYTES))
    const sha256 = await checkedDigest(content, entry.checksum)
    const blobId = newId()
    await writer.add(blobId, content)
    const file = {
      name,
      originalName,
      folders: foldersOf(entry.path),
      blobId,
      sha256,
      mimetype,
      sizeBytes: content.length,
      crc32: crc32(content),
      onConflict: entry.on_conflict,
      versionsKept: settings.versions_kept,
      modifiedAt: entry.modified_at ?? null,
    }
    return { uploadId: entry.upload_id, path: entry.path, file }
  } catch (error) {
    // Of this file alone; what the disk or the connection did is of them all.
    if (error instanceof AppError && error.code.startsWith('upload.')) return { error }
    throw error
  }
}

/** Writes contents in groups, so that each group is synced once. */
function groupWriter({ blobs }: Pick<Deps, 'blobs'>) {
  const written: string[] = []
  let waiting: { key: string; content: Uint8Array }[] = []
  let bytes = 0

  async function flush(): Promise<void> {
    const group = waiting
    waiting = []
    bytes = 0
    written.push(...group.map(({ key }) => key))
    const results = await Promise.allSettled(
      group.map(({ key, content }) => blobs.put(key, content)),
    )
    for (const result of results) if (result.status === 'rejected') throw result.reason
  }

  return {
    flush,
    async add(key: string, content: Uint8Array): Promise<void> {
      waiting.push({ key, content })
      bytes += content.length
      if (bytes >= GROUP_BYTES) await flush()
    },
    async remove(keys: readonly string[] = written): Promise<void> {
      for (const key of keys) await blobs.remove(key)
    },
  }
}

/** With the items of those that had come before, read at once, as far as the caller may see them. */
async function presentResults(
  { db }: Pick<Deps, 'db'>,
  actor: Actor,
  outcomes: readonly (Committed | Skipped)[],
): Promise<FileOutcome[]> {
  const ids = outcomes.flatMap(one => ('before' in one ? (one.before.item_id ?? []) : []))
  const found = await findVisible(db, actor, ids)
  const views = new Map(found.map(({ item }) => [item.id, item]))
  return outcomes.map(one => {
    if (!('before' in one)) return one
    const item = views.get(one.before.item_id ?? '')
    return item ? { item } : { error: new AppError('upload.not_found') }
  })
}
