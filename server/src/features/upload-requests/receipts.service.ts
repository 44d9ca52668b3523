import { type PageQuery, rowsOf } from '@coffer/contract'
import type { RequestLinkActor } from '../../actor.ts'
import type { Deps } from '../../deps.ts'
import { verifyContent } from '../blobs/index.ts'
import { FILES_LISTED, sendMail } from '../emails/index.ts'
import * as files from './files.repository.ts'
import type { ReceiptOrder } from './receipts.job-types.ts'
import * as requests from './upload-requests.repository.ts'

const BATCH_SIZE = 200

const hex = (base64: string): string => Buffer.from(base64, 'base64').toString('hex')

type HashDeps = Pick<Deps, 'db' | 'transact' | 'blobs' | 'now' | 'log'>

/**
 * Computes missing hashes; blobs uploaded with a checksum already have theirs. A missing or damaged
 * content does not stop the others.
 */
async function hashReceivedFiles(deps: HashDeps, requestId: string, signal: AbortSignal) {
  for (let after = ''; ; ) {
    const batch = await files.findUnhashed(deps.db, requestId, after, BATCH_SIZE)
    for (const { item_id, sha256, ...blob } of batch) {
      signal.throwIfAborted()
      const digest = sha256 ?? (await verifyContent(deps, blob))
      if (digest !== undefined) await files.setHash(deps.db, item_id, blob.id, hex(digest))
    }
    const last = batch.at(-1)
    if (!last || batch.length < BATCH_SIZE) return
    after = last.item_id
  }
}

/**
 * Lists what a guest has sent. A content that was missing when the request ended may have got its
 * hash since.
 */
async function listReceived(...args: Parameters<typeof files.listOfGuest>) {
  const rows = await files.listOfGuest(...args)
  return rows.map(({ blob_sha256, ...file }) => ({
    ...file,
    sha256: file.sha256 ?? (blob_sha256 === null ? null : hex(blob_sha256)),
  }))
}

/** Hashes all received files and emails the receipt to the guest who asked for one. */
export async function issueReceipt(
  deps: HashDeps & Pick<Deps, 'jobs' | 'newId'>,
  { requestId, receipt }: ReceiptOrder,
  signal: AbortSignal,
): Promise<void> {
  await hashReceivedFiles(deps, requestId, signal)
  const [request] = await requests.findSeveral(deps.db, [requestId])
  if (!receipt || !request) return
  const { guestId, to, language } = receipt
  const total = await files.sumOfGuest(deps.db, requestId, guestId)
  if (total.files === 0) return
  const listed = await listReceived(deps.db, requestId, guestId, {
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
  const rows = await listReceived(db, request.id, guestId, rowsOf(query))
  return { rows, total }
}
