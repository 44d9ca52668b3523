import { hash, webcrypto } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { UploadForm } from '@coffer/contract/uploads'
import type { Actor } from '../../actor.ts'
import type { Db } from '../../db/open.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { attemptRemoval } from '../../files/attempt-removal.ts'
import { type Bytes, collect, limitBytes } from '../../lib/byte-streams.ts'
import { SNIFF_BYTES } from '../../lib/file-types.ts'
import type { ItemView } from '../items/index.ts'
import { quotaExceeded, quotas } from '../quotas/index.ts'
import { commitFile } from './commit-file.service.ts'
import { offsetError, UploadExists } from './upload-errors.ts'
import { keyOf, linkOf, uploaderKey } from './upload-keys.ts'
import {
  limitOf,
  requireAllowedContent,
  tooLarge,
  validateUpload,
} from './upload-policy.service.ts'
import * as uploads from './uploads.repository.ts'

/** Up to this size, a file in a single request is held in memory and written at once. */
export const SINGLE_REQUEST_BYTES = 1024 * 1024

type SingleFileDeps = Pick<
  Deps,
  'db' | 'transact' | 'blobs' | 'now' | 'newId' | 'jobs' | 'media' | 'log'
>

const CHECKSUM_PREFIX = 'sha-256='

/** Below this size, moving the bytes to another thread costs more than hashing them. */
const INLINE_HASH_BYTES = 64 * 1024

/** Hashes large contents in libuv's threads, off the main one. @returns base64 */
async function digestOf(content: Buffer): Promise<string> {
  if (content.length <= INLINE_HASH_BYTES) return hash('sha256', content, 'base64')
  return Buffer.from(await webcrypto.subtle.digest('SHA-256', content)).toString('base64')
}

/**
 * Checks a content against the client's checksum. @returns the SHA-256 as base64, or null without a
 * checksum
 */
export async function checkedDigest(
  content: Buffer,
  checksum: string | undefined,
): Promise<string | null> {
  if (!checksum) return null
  const digest = await digestOf(content)
  if (checksum !== CHECKSUM_PREFIX + digest)
    throw new AppError('upload.checksum_mismatch', { values: { offset: 0 }, expectedOffset: 0 })
  return digest
}

/** Rejects an empty content and one that is shorter than declared. */
export function requireSize(form: Pick<UploadForm, 'size'>, content: Buffer, name: string): void {
  if (content.length === 0) throw new AppError('upload.empty', { values: { file: name } })
  if (form.size !== undefined && content.length < form.size)
    throw new AppError('upload.incomplete', { values: { offset: 0 }, expectedOffset: 0 })
}

/** The CRC-32 for ZIP archives is cheap to compute while the content is in memory. */
const contentFields = (content: Buffer) => ({
  sizeBytes: content.length,
  crc32: crc32(content),
  reservedBytes: 0,
})

/** The same upload was stored by another request, or is being sent in chunks. */
async function conflictWith(tx: Db, key: uploads.UploadKey): Promise<AppError> {
  const other = await uploads.findUpload(tx, key)
  if (other?.item_id === null) return offsetError('upload.offset_conflict', other.received_bytes)
  return new UploadExists()
}

/**
 * Receives a small file in one request: one write, one sync, one transaction. Nothing is stored
 * before the whole content has arrived and been checked.
 * @throws UploadExists when another request has stored the file
 */
export async function receiveSingleFile(
  deps: SingleFileDeps,
  actor: Actor,
  form: UploadForm,
  source: Bytes,
): Promise<ItemView> {
  const policy = await validateUpload(deps, actor, form)
  const { settings, parent, name } = policy
  const content = await collect(
    limitBytes(source, Math.min(form.size ?? limitOf(settings), limitOf(settings)), () => {
      throw form.size === undefined
        ? tooLarge(settings.upload_limit)
        : new AppError('upload.size_exceeded')
    }),
  )
  requireSize(form, content, name)
  const mimetype = await requireAllowedContent(settings, name, content.subarray(0, SNIFF_BYTES))
  const sha256 = await checkedDigest(content, form.checksum)
  if (!(await quotas.hasQuota(deps.db, parent.owner_id, content.length)))
    throw quotaExceeded(actor, parent.owner_id)

  const blobId = deps.newId()
  const store = await deps.blobs.put(blobId, content)
  return commitFile(
    deps,
    actor,
    { blobId, store, sha256, mimetype, settings, ...contentFields(content) },
    {
      parentId: parent.id,
      ownerId: parent.owner_id,
      path: form.path,
      name,
      originalName: policy.originalName,
      document: form,
      onConflict: form.on_conflict,
      modifiedAt: form.modified_at ?? null,
    },
    async (tx, itemId) => {
      // Lets a repeated request answer with the same item instead of creating a second file.
      if (!form.upload_id) return
      const at = deps.now().getTime()
      const isInserted = await uploads.insertUpload(tx, {
        id: form.upload_id,
        actor_key: uploaderKey(actor),
        link_id: linkOf(actor),
        client_key: null,
        owner_id: parent.owner_id,
        parent_id: parent.id,
        path: form.path,
        name,
        original_name: policy.originalName,
        on_conflict: form.on_conflict,
        blob_id: blobId,
        received_bytes: content.length,
        size_bytes: content.length,
        reserved_bytes: 0,
        item_id: itemId,
        created_at: at,
        updated_at: at,
      })
      if (!isInserted) throw await conflictWith(tx, keyOf(actor, form.upload_id))
    },
  ).catch(async error => {
    // A rejection means that nothing was committed, so no item will reference the blob.
    if (error instanceof AppError) await attemptRemoval(deps.log, deps.blobs.remove(blobId))
    throw error
  })
}
