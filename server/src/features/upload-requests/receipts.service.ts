import { type PageQuery, rowsOf } from '@coffer/contract'
import type { RequestLinkActor } from '../../actor.ts'
import type { Deps } from '../../deps.ts'
import { FILES_LISTED, sendMail } from '../emails/index.ts'
import * as files from './files.repository.ts'
import type { ReceiptOrder } from './receipts.job-types.ts'
import * as requests from './upload-requests.repository.ts'

const BATCH_SIZE = 200

const hex = (base64: string): string => Buffer.from(base64, 'base64').toString('hex')

type HashDeps = Pick<Deps, 'db' | 'blobs'>

/** Computes missing hashes; blobs uploaded with a checksum already have theirs. */
async function hashReceivedFiles({ db, blobs }: HashDeps, requestId: string, signal: AbortSignal) {
  for (let after = ''; ; ) {
    const batch = await files.findUnhashed(db, requestId, after, BATCH_SIZE)
    for (const { item_id, blob_id, storage_key, size_bytes, blob_sha256 } of batch) {
      signal.throwIfAborted()
      const digest = blob_sha256 ?? (await blobs.checksums(storage_key, size_bytes)).sha256
      await files.setHash(db, item_id, blob_id, hex(digest))
    }
    const last = batch.at(-1)
    if (!last || batch.length < BATCH_SIZE) return
    after = last.item_id
  }
}

/** Hashes all received files and emails the receipt to the guest who asked for one. */
export async function issueReceipt(
  deps: Pick<Deps, 'db' | 'transact' | 'blobs' | 'jobs' | 'newId'>,
  { requestId, receipt }: ReceiptOrder,
  signal: AbortSignal,
): Promise<void> {
  await hashReceivedFiles(deps, requestId, signal)
  const [request] = await requests.findSeveral(deps.db, [requestId])
  if (!receipt || !request) return
  const { guestId, to, language } = receipt
  const total = await files.sumOfGuest(deps.db, requestId, guestId)
  if (total.files === 0) return
  const listed = await files.listOfGuest(deps.db, requestId, guestId, {
    offset: 0,
    limit: FILES_LISTED,
  })
  const data = {
    receiver: request.owner_name,
    name: request.name,
    received_at: new Date(request.closed_at ?? request.created_at).toISOString(),
    total: { files: total.files, bytes: total.bytes },
    files: listed.map(({ name, size_bytes, sha256 }) => ({ name, size_bytes, sha256 })),
  }
  await deps.transact(tx => sendMail(tx, deps, { to, language, template: 'upload-receipt', data }))
}

/** Returns a page of what a guest has sent. */
export async function getReceipt(
  { db }: Pick<Deps, 'db'>,
  { request, guestId }: RequestLinkActor,
  query: PageQuery,
) {
  const total = await files.sumOfGuest(db, request.id, guestId)
  const rows = await files.listOfGuest(db, request.id, guestId, rowsOf(query))
  return { rows, total }
}
