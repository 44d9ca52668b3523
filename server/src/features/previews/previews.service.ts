import { Exif, type ThumbnailSize } from '@coffer/contract/previews'
import { recordChange } from '../../db/changes.ts'
import type { Db } from '../../db/open.ts'
import type { Deps } from '../../deps.ts'
import { mediaKindOf } from '../../media/media-kinds.ts'
import { type Derived, MediaError } from '../../media/media-task.ts'
import { type PreviewPayload, previewJob, spreadJob } from './previews.job-types.ts'
import * as previews from './previews.repository.ts'
import { pieceOf, sizesOf } from './previews.rules.ts'

const STRETCH = 1000
/** Copies of one content that are told of its preview; the others show it when they are next listed. */
const MAX_TOLD = 100

interface Content {
  blobId: string
  mimetype: string | null
}

const isSeen = ({ media }: Pick<Deps, 'media'>, mimetype: string | null): boolean => {
  const kind = mediaKindOf(mimetype)
  return kind !== null && media.reads(kind)
}

/** In the transaction that makes contents visible: their previews follow by themselves. */
export async function queuePreviews(
  tx: Db,
  deps: Pick<Deps, 'jobs' | 'media'>,
  contents: readonly Content[],
): Promise<void> {
  const seen = contents
    .filter(({ mimetype }) => isSeen(deps, mimetype))
    .map(({ blobId, mimetype }) => ({ blobId, mimetype: mimetype ?? '' }))
  const [first, ...more] = seen
  if (!first) return
  if (more.length > 0) await deps.jobs.add(tx, spreadJob, seen)
  else await deps.jobs.add(tx, previewJob, first, { key: first.blobId })
}

/** Each content is a job of its own: one that fails concerns no other. */
export const queueEachPreview = (
  { transact, jobs }: Pick<Deps, 'transact' | 'jobs'>,
  contents: readonly PreviewPayload[],
): Promise<void> =>
  transact(async tx => {
    for (const one of contents) await jobs.add(tx, previewJob, one, { key: one.blobId })
  })

type MakingDeps = Pick<Deps, 'db' | 'transact' | 'blobs' | 'media' | 'now' | 'newId' | 'log'>

const NOTHING = { xs_bytes: 0, sm_bytes: 0, lg_bytes: 0, xl_bytes: 0, exif: null }

/** A content that can't be read stays so: it is remembered, and not tried again. */
async function rememberFault(
  { transact, now, log }: MakingDeps,
  blobId: string,
  error: MediaError,
): Promise<void> {
  log.info({ blobId, fault: error.fault, reason: error.message }, 'no preview')
  const row = {
    blob_id: blobId,
    storage_key: null,
    fault: error.fault,
    created_at: now().getTime(),
  }
  await transact(tx => previews.insertPreview(tx, { ...NOTHING, ...row }))
}

/** Bytes first, then the row: a kill in between leaves bytes that the sweep for orphans finds. */
async function keepDerived(
  { transact, blobs, now, newId }: MakingDeps,
  blobId: string,
  { pictures, exif }: Derived,
): Promise<void> {
  const key = newId()
  await blobs.put(key, Buffer.concat(pictures.filter(picture => picture !== null)))
  const isKept = await transact(async tx => {
    const isNew = await previews.insertPreview(tx, {
      blob_id: blobId,
      storage_key: key,
      ...sizesOf(pictures),
      exif: exif && JSON.stringify(exif),
      fault: null,
      created_at: now().getTime(),
    })
    if (isNew) recordChange(tx, 'item', await previews.findShowing(tx, blobId, MAX_TOLD))
    return isNew
  })
  if (!isKept) await blobs.remove(key)
}

export async function makePreview(
  deps: MakingDeps,
  { blobId, mimetype }: PreviewPayload,
  signal: AbortSignal,
): Promise<void> {
  const kind = mediaKindOf(mimetype)
  const key = await previews.findUnseen(deps.db, blobId)
  if (!kind || !key || !deps.media.reads(kind)) return
  try {
    const derived = await deps.blobs.asFile(key, path => deps.media.derive({ kind, path }, signal))
    await keepDerived(deps, blobId, derived)
  } catch (error) {
    if (!(error instanceof MediaError)) throw error
    await rememberFault(deps, blobId, error)
  }
}

/** For contents that came before there were previews, or before there was a program to read them. */
export async function queueMissingPreviews(
  deps: Pick<Deps, 'db' | 'transact' | 'jobs' | 'media'>,
): Promise<number> {
  let queued = 0
  let after = ''
  for (;;) {
    const stretch = await previews.findCandidates(deps.db, after, STRETCH)
    const last = stretch.at(-1)
    if (!last) return queued
    after = last.blob_id
    const missing = stretch.filter(one => one.previewed === null && isSeen(deps, one.mimetype))
    const contents = missing.map(({ blob_id: blobId, mimetype }) => ({ blobId, mimetype }))
    await deps.transact(tx => queuePreviews(tx, deps, contents))
    queued += missing.length
  }
}

/** Null while there is none, or when there never will be. */
export async function readThumbnail(
  { db, blobs }: Pick<Deps, 'db' | 'blobs'>,
  blobId: string,
  size: ThumbnailSize,
): Promise<{ key: string; read: () => Promise<Uint8Array> } | null> {
  const preview = await previews.findPreview(db, blobId)
  const key = preview?.storage_key
  if (!preview || !key) return null
  return { key, read: () => blobs.readWhole(key, pieceOf(preview, size)) }
}

/** What the camera wrote, for whoever may see the file. */
export async function findExif({ db }: Pick<Deps, 'db'>, blobId: string): Promise<Exif | null> {
  const preview = await previews.findPreview(db, blobId)
  return preview?.exif ? Exif.parse(JSON.parse(preview.exif)) : null
}
