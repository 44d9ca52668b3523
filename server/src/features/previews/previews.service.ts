import { Exif, type ThumbnailSize } from '@coffer/contract/previews'
import { recordChange } from '../../db/changes.ts'
import type { Db } from '../../db/open.ts'
import { pagesOf } from '../../db/pages.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { TooLargeToCopy } from '../../files/storage-errors.ts'
import { pagesFromMark, type RunLimits } from '../../jobs/marks.ts'
import { mediaKindOf, requireSize } from '../../media/media-kinds.ts'
import { type Derived, MediaError } from '../../media/media-task.ts'
import { type PreviewPayload, previewJobKind, queueJobKind } from './previews.job-types.ts'
import * as previews from './previews.repository.ts'
import { pieceOf, sizesOf } from './previews.rules.ts'

const PAGE_SIZE = 1000
/** Limit of copies whose change is published; further copies show the preview when next listed. */
const MAX_PUBLISHED_COPIES = 100

interface Content {
  blobId: string
  mimetype: string | null
}

const isPreviewable = ({ media }: Pick<Deps, 'media'>, mimetype: string | null): boolean => {
  const kind = mediaKindOf(mimetype)
  return kind !== null && media.isReadSomewhere(kind)
}

/** Queues previews in the transaction that makes the contents visible. */
export async function queuePreviews(
  tx: Db,
  deps: Pick<Deps, 'jobs' | 'media'>,
  contents: readonly Content[],
): Promise<void> {
  const previewable = contents
    .filter(({ mimetype }) => isPreviewable(deps, mimetype))
    .map(({ blobId, mimetype }) => ({ blobId, mimetype: mimetype ?? '' }))
  const [first, ...more] = previewable
  if (!first) return
  if (more.length > 0) await deps.jobs.add(tx, queueJobKind, previewable)
  else await deps.jobs.add(tx, previewJobKind, first, { key: first.blobId })
}

/** One job per content, so that a failure does not affect the others. */
export const queueEachPreview = (
  { transact, jobs }: Pick<Deps, 'transact' | 'jobs'>,
  contents: readonly PreviewPayload[],
): Promise<void> =>
  transact(async tx => {
    for (const content of contents)
      await jobs.add(tx, previewJobKind, content, { key: content.blobId })
  })

type PreviewDeps = Pick<Deps, 'db' | 'transact' | 'blobs' | 'media' | 'now' | 'newId' | 'log'>

const EMPTY_PREVIEW = { xs_bytes: 0, sm_bytes: 0, lg_bytes: 0, xl_bytes: 0, exif: null }

/** Records that a content is unreadable, so that it is not tried again. */
async function recordFailure(
  { transact, now, log }: PreviewDeps,
  blobId: string,
  error: MediaError,
): Promise<void> {
  log.info({ blobId, failure: error.failure, reason: error.message }, 'no preview')
  const row = {
    blob_id: blobId,
    storage_key: null,
    failure: error.failure,
    created_at: now().getTime(),
  }
  await transact(tx => previews.insertPreview(tx, { ...EMPTY_PREVIEW, ...row }))
}

/** Stores the bytes before the row: a crash in between leaves bytes that `sweepOrphans` removes. */
async function storePreview(
  { transact, blobs, now, newId }: PreviewDeps,
  blobId: string,
  { pictures, exif }: Derived,
): Promise<void> {
  const key = newId()
  await blobs.put(key, Buffer.concat(pictures.filter(picture => picture !== null)))
  const isStored = await transact(async tx => {
    const isNew = await previews.insertPreview(tx, {
      blob_id: blobId,
      storage_key: key,
      ...sizesOf(pictures),
      exif: exif && JSON.stringify(exif),
      failure: null,
      created_at: now().getTime(),
    })
    if (isNew)
      recordChange(tx, 'item', await previews.findShowing(tx, blobId, MAX_PUBLISHED_COPIES))
    return isNew
  })
  if (!isStored) await blobs.remove(key)
}

/** Makes the preview of a content, or records why it cannot have one. */
export async function makePreview(
  deps: PreviewDeps,
  { blobId, mimetype }: PreviewPayload,
  signal: AbortSignal,
): Promise<void> {
  const kind = mediaKindOf(mimetype)
  const blob = await previews.findUnseen(deps.db, blobId)
  if (!kind || !blob || !deps.media.reads(kind)) return
  try {
    // Before the content is copied from a bucket.
    requireSize(kind, blob.size_bytes)
    const content = { key: blob.storage_key, sizeBytes: blob.size_bytes, signal }
    const derived = await deps.blobs
      .asFile(content, path => deps.media.derive({ kind, path }, signal))
      .catch(skipIfFull)
    if (derived) await storePreview(deps, blobId, derived)
    else deps.log.warn({ blobId, bytes: blob.size_bytes }, 'no space to make a preview')
  } catch (error) {
    if (!(error instanceof MediaError)) throw error
    await recordFailure(deps, blobId, error)
  }
}

/** Retries within minutes would hardly find more space; `queueMissingPreviews` tries again. */
function skipIfFull(error: unknown): null {
  if (error instanceof TooLargeToCopy) throw new MediaError('too_large', error.message)
  if (error instanceof AppError && error.code === 'storage.full') return null
  throw error
}

/**
 * Queues previews of contents that were uploaded before previews or their decoder were available.
 * Several runs reach all files.
 */
export async function queueMissingPreviews(
  deps: Pick<Deps, 'db' | 'transact' | 'jobs' | 'media'>,
  { limit, runMs }: RunLimits = { limit: PAGE_SIZE },
): Promise<number> {
  const pagesAfter = (id: string) =>
    pagesOf(page => previews.findCandidates(deps.db, page), limit, id)
  let queued = 0
  for await (const page of pagesFromMark(deps, 'queue-missing-previews', pagesAfter, runMs)) {
    const missing = page.filter(
      candidate => candidate.previewed === null && isPreviewable(deps, candidate.mimetype),
    )
    const contents = missing.map(({ id: blobId, mimetype }) => ({ blobId, mimetype }))
    await deps.transact(tx => queuePreviews(tx, deps, contents))
    queued += missing.length
  }
  return queued
}

/** Null if the content has no preview (yet). */
export async function readThumbnail(
  { db, blobs }: Pick<Deps, 'db' | 'blobs'>,
  blobId: string,
  size: ThumbnailSize,
): Promise<{ key: string; isDamaged: boolean; read: () => Promise<Uint8Array> } | null> {
  const preview = await previews.findPreview(db, blobId)
  const key = preview?.storage_key
  if (!preview || !key) return null
  const isDamaged = preview.fault === 'damaged'
  return { key, isDamaged, read: () => blobs.readPicture(key, pieceOf(preview, size)) }
}

/** The camera data of a content; callers check access to the file. */
export async function findExif({ db }: Pick<Deps, 'db'>, blobId: string): Promise<Exif | null> {
  const preview = await previews.findPreview(db, blobId)
  return preview?.exif ? Exif.parse(JSON.parse(preview.exif)) : null
}
