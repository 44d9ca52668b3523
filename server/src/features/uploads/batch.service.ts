import { crc32 } from 'node:zlib'
import { isSystemFile } from '@coffer/contract'
import {
  BATCH_BYTES,
  BATCH_FILE_BYTES,
  BATCH_FOLDERS,
  type BatchEntry,
  foldersOnPath,
} from '@coffer/contract/upload-batches'
import type { Actor } from '../../actor.ts'
import type { UploadRow } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { attemptRemoval } from '../../files/attempt-removal.ts'
import { type Bytes, collect, limitBytes } from '../../lib/byte-streams.ts'
import { SNIFF_BYTES } from '../../lib/file-types.ts'
import { type Choice, classify } from '../document-types/index.ts'
import { type ItemView, requireFolder } from '../items/index.ts'
import { quotaExceeded, quotas } from '../quotas/index.ts'
import { requireUnrestricted } from '../restrictions/index.ts'
import { readSettings, type Settings } from '../settings/index.ts'
import { fileRejection } from '../upload-requests/index.ts'
import { type Committed, commitFiles, type StoredContent } from './commit-files.service.ts'
import { batchSender, findFinishedItems } from './finished-uploads.service.ts'
import { checkedDigest, requireSize } from './single-file.service.ts'
import { offsetError } from './upload-errors.ts'
import { keyOf, lockOf } from './upload-keys.ts'
import {
  findReplacing,
  namedFile,
  requireAllowedContent,
  requireAllowedName,
} from './upload-policy.service.ts'
import * as uploads from './uploads.repository.ts'
import { foldersOf, sizesThatFit } from './uploads.rules.ts'

type BatchDeps = Pick<
  Deps,
  'db' | 'transact' | 'blobs' | 'now' | 'newId' | 'jobs' | 'media' | 'uploadLeases' | 'log'
>
type Skipped = { skipped: true }
export type FileOutcome = { item: ItemView } | { error: AppError } | Skipped

/** Contents are written and synced together whenever this many bytes have arrived. */
const GROUP_BYTES = 1024 * 1024

interface Batch {
  parentId: string | null
  /** The document type of all files. */
  document: Choice
  entries: readonly BatchEntry[]
  /** One content per entry, in the same order. */
  contents: AsyncIterable<Bytes>
}

/** The outcome of checking an entry before its bytes arrive. */
type CheckedEntry =
  | { kind: 'committed'; row: UploadRow }
  | { kind: 'rejected'; error: AppError }
  | { kind: 'skipped' }
  | { kind: 'accepted'; name: string; originalName: string | null }

interface EntryContext {
  /** Of the folder that the path starts in. */
  depth: number
  existing: UploadRow | undefined
  isReplacing: boolean
}

function checkEntry(
  settings: Settings,
  actor: Actor,
  entry: BatchEntry,
  { depth, existing, isReplacing }: EntryContext,
): CheckedEntry {
  if (isSystemFile(entry.filename)) return { kind: 'skipped' }
  if (existing?.item_id) return { kind: 'committed', row: existing }
  // Part of it was sent in chunks, so the rest must be too.
  if (existing)
    return {
      kind: 'rejected',
      error: offsetError('upload.offset_conflict', existing.received_bytes),
    }
  try {
    const allowed = requireAllowedName(settings, actor, { ...entry, depth })
    const rejection = isReplacing ? null : fileRejection(actor)
    return rejection ? { kind: 'rejected', error: rejection } : { kind: 'accepted', ...allowed }
  } catch (error) {
    if (error instanceof AppError) return { kind: 'rejected', error }
    throw error
  }
}

/** Rejects files that exceed the quota, in order. */
function withinQuota(
  checkedEntries: readonly CheckedEntry[],
  entries: readonly BatchEntry[],
  freeBytes: number,
  exceeded: AppError,
): CheckedEntry[] {
  const sizes = checkedEntries.map(({ kind }, index) =>
    kind === 'accepted' ? (entries[index]?.size ?? 0) : 0,
  )
  const fits = sizesThatFit(sizes, freeBytes)
  return checkedEntries.map((entry, index) =>
    fits[index] ? entry : { kind: 'rejected', error: exceeded },
  )
}

function requireSmall(entries: readonly BatchEntry[]): void {
  const bytes = entries.reduce((sum, { size }) => sum + size, 0)
  if (bytes > BATCH_BYTES || entries.some(({ size }) => size > BATCH_FILE_BYTES))
    throw new AppError('request.too_large')
  const ids = entries.flatMap(({ upload_id }) => upload_id ?? [])
  if (new Set(ids).size < ids.length)
    throw new AppError('request.invalid', { errors: { manifest: ['validation.invalid'] } })
}

/** Counts the folders of accepted files only, as nothing else limits the length of a path. */
function requireFewFolders(
  checkedEntries: readonly CheckedEntry[],
  entries: readonly BatchEntry[],
): void {
  const accepted = entries.filter((_, index) => checkedEntries[index]?.kind === 'accepted')
  const folders = new Set(accepted.flatMap(({ path }) => foldersOnPath(path)))
  if (folders.size > BATCH_FOLDERS)
    throw new AppError('upload.too_many_folders', { values: { limit: BATCH_FOLDERS } })
}

/**
 * Receives many small files in one request. Each is checked by the rules of single files; allowed
 * ones are written and synced together and committed in one transaction.
 */
export function receiveUploadBatch(
  deps: BatchDeps,
  caller: Actor,
  batch: Batch,
): Promise<FileOutcome[]> {
  const { entries } = batch
  requireSmall(entries)
  const keys = entries.flatMap(({ upload_id }) => (upload_id ? keyOf(caller, upload_id) : []))
  return deps.uploadLeases.withLocks(keys.map(lockOf), async () => {
    const existing = await uploads.findUploads(deps.db, keys)
    const actor = await batchSender(deps.db, caller, keys, existing)
    const settings = await readSettings(deps.db)
    await classify(deps.db, batch.document)
    const { folder: parent } = await requireFolder(deps.db, actor, batch.parentId)
    await requireUnrestricted(deps.db, actor, [parent], 'canUpload')
    const replacing = await findReplacing(deps.db, actor, parent.id, entries.map(namedFile))
    const checkedEntries = withinQuota(
      entries.map((entry, index) =>
        checkEntry(settings, actor, entry, {
          depth: parent.depth,
          existing: existing.get(entry.upload_id ?? ''),
          isReplacing: replacing[index] ?? false,
        }),
      ),
      entries,
      await quotas.freeQuota(deps.db, parent.owner_id),
      quotaExceeded(actor, parent.owner_id),
    )
    requireFewFolders(checkedEntries, entries)
    const target = { parentId: parent.id, ownerId: parent.owner_id, document: batch.document }
    const outcomes = await storeAll(deps, actor, batch, {
      settings,
      checkedEntries,
      target,
    })
    return presentResults(deps, actor, outcomes)
  })
}

interface BatchContext {
  settings: Settings
  checkedEntries: readonly CheckedEntry[]
  target: { parentId: string; ownerId: string; document: Choice }
}

/** The result of a file whose bytes are not needed. */
function resultWithoutContent(checked: Exclude<CheckedEntry, { kind: 'accepted' }>) {
  if (checked.kind === 'committed') return { before: checked.row }
  return checked.kind === 'skipped' ? { skipped: true as const } : { error: checked.error }
}

async function storeAll(
  deps: BatchDeps,
  actor: Actor,
  batch: Batch,
  { settings, checkedEntries, target }: BatchContext,
): Promise<(Committed | Skipped)[]> {
  const writer = groupWriter(deps)
  const received: (StoredContent | Exclude<Committed, { item: ItemView }> | Skipped)[] = []
  try {
    for await (const content of batch.contents) {
      const entry = batch.entries[received.length]
      const checked = checkedEntries[received.length]
      if (!entry || !checked) throw countMismatch()
      received.push(
        checked.kind === 'accepted'
          ? await receive(deps, settings, { entry, ...checked }, content, writer)
          : resultWithoutContent(checked),
      )
    }
    if (received.length < batch.entries.length) throw countMismatch()
    await writer.flush()
  } catch (error) {
    await writer.remove()
    throw error
  }
  const stored = received.filter(outcome => 'file' in outcome)
  const committed = await commitFiles(deps, actor, target, stored).catch(async error => {
    // Rejections are certain not to be committed; other errors are not.
    if (error instanceof AppError) await writer.remove()
    throw error
  })
  const uncommitted = stored.filter((_, index) => !('item' in (committed[index] ?? {})))
  await writer.remove(uncommitted.map(({ file }) => file.blobId))
  const results = committed.values()
  return received.map(outcome =>
    'file' in outcome ? (results.next().value as Committed) : outcome,
  )
}

const countMismatch = () =>
  new AppError('request.invalid', { errors: { file: ['validation.required'] } })

interface AcceptedEntry {
  entry: BatchEntry
  name: string
  originalName: string | null
}

/** Reads one content and checks it like a single small file. */
async function receive(
  { newId }: BatchDeps,
  settings: Settings,
  { entry, name, originalName }: AcceptedEntry,
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
      store: writer.store,
      onConflict: entry.on_conflict,
      versionsKept: settings.versions_kept,
      modifiedAt: entry.modified_at ?? null,
    }
    return { uploadId: entry.upload_id, path: entry.path, file }
  } catch (error) {
    // Upload errors concern this file only; disk and connection errors fail the batch.
    if (error instanceof AppError && error.code.startsWith('upload.')) return { error }
    throw error
  }
}

/** Writes contents in groups, so that each group is synced once. */
function groupWriter({ blobs, log }: Pick<Deps, 'blobs' | 'log'>) {
  const { id, store } = blobs.writer
  const written: string[] = []
  let pending: { key: string; content: Uint8Array }[] = []
  let bytes = 0

  async function flush(): Promise<void> {
    const group = pending
    pending = []
    bytes = 0
    written.push(...group.map(({ key }) => key))
    const results = await Promise.allSettled(
      group.map(({ key, content }) => store.put(key, content)),
    )
    for (const result of results) if (result.status === 'rejected') throw result.reason
  }

  return {
    /** The id of the store that has the contents. */
    store: id,
    flush,
    async add(key: string, content: Uint8Array): Promise<void> {
      pending.push({ key, content })
      bytes += content.length
      if (bytes >= GROUP_BYTES) await flush()
    },
    remove: (keys: readonly string[] = written) => attemptRemoval(log, store.remove(keys)),
  }
}

/** Adds the items of files that were committed before, as far as the caller may see them. */
async function presentResults(
  { db }: Pick<Deps, 'db'>,
  actor: Actor,
  outcomes: readonly (Committed | Skipped)[],
): Promise<FileOutcome[]> {
  const ids = outcomes.flatMap(outcome =>
    'before' in outcome ? (outcome.before.item_id ?? []) : [],
  )
  const views = await findFinishedItems(db, actor, ids)
  return outcomes.map(outcome => {
    if (!('before' in outcome)) return outcome
    const item = views.get(outcome.before.item_id ?? '')
    return item ? { item } : { error: new AppError('upload.not_found') }
  })
}
