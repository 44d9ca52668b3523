import type { Db } from '../../db/open.ts'
import type { UploadRequestRow, UploadRequestWithFolder } from '../../db/schema-sharing.ts'
import type { Deps } from '../../deps.ts'
import { recordAudit } from '../audit/index.ts'
import { endGuestUploads } from '../guest-uploads/index.ts'
import { notify } from '../notifications/index.ts'
import { loadChecklists } from './checklist.service.ts'
import { type ReceiptOrder, receiptJob } from './receipts.job-types.ts'
import * as requests from './upload-requests.repository.ts'
import { namesOfMissing, statusOf } from './upload-requests.rules.ts'

type ClosingDeps = Pick<Deps, 'jobs' | 'now' | 'newId'>

interface Closing {
  /** False when the owner ended the request themselves. */
  notifiesOwner: boolean
  receipt: ReceiptOrder['receipt']
}

/**
 * Ends a request once; concurrent calls find it ended.
 * @returns false when it had ended before
 */
export async function endRequest(
  tx: Db,
  deps: ClosingDeps,
  ending: Pick<UploadRequestWithFolder, 'id' | 'folder_id'>,
  { notifiesOwner, receipt }: Closing,
): Promise<boolean> {
  // The update locks the row: concurrent files are counted before it or find the request ended.
  if (!(await requests.endRequest(tx, ending, 'filled', deps.now().getTime()))) return false
  const { id } = ending
  const [request] = await requests.findSeveral(tx, [id])
  if (!request) return false
  await endGuestUploads(tx, deps, [id])
  const statusBefore = statusOf({ ...request, status: 'active' }, deps.now())
  // A request that was still active is closed by its guest or its owner.
  const status = statusBefore === 'active' ? 'filled' : statusBefore
  recordAudit(tx, {
    action: 'upload_request.ended',
    target: { type: 'upload-request', id, name: request.name },
    after: { status, received_files: request.received_files },
  })
  if (status === 'expired') await requests.updateRequest(tx, request, { status })
  if (request.received_files > 0) await deps.jobs.add(tx, receiptJob, { requestId: id, receipt })
  if (notifiesOwner && status === 'filled') await notifyOwner(tx, deps, request)
  return true
}

const SHOW = 'notification.button.show'

async function notifyOwner(
  tx: Db,
  deps: ClosingDeps,
  request: UploadRequestWithFolder,
): Promise<void> {
  const { owner_id, name, received_files: count } = request
  // The page of a folder in the trash does not open.
  const folderId = request.folder_name === null ? null : request.folder_id
  const action = { type: 'route', route: 'Files', id: folderId, button: SHOW } as const
  if (count === 0) {
    await notify(tx, deps, [owner_id], {
      category: 'file-request',
      type: 'upload_request_unused',
      params: { name },
      action,
      email: 'same',
    })
    return
  }
  const [checked] = await loadChecklists(tx, [request])
  const missing = namesOfMissing(checked?.documents ?? [])
  await notify(tx, deps, [owner_id], {
    category: 'file-request',
    ...(missing === ''
      ? { type: 'upload_request_completed', params: { name, count } }
      : { type: 'upload_request_incomplete', params: { name, count, missing } }),
    action,
    email: {
      template: 'upload-request-filled',
      data: { name, files: count, missing, path: pathOf(folderId) },
    },
  })
}

const pathOf = (folderId: UploadRequestRow['folder_id']): string =>
  folderId === null ? '/platform/files' : `/platform/files/${folderId}`

const BATCH_SIZE = 200

/**
 * Ends requests whose expiry has passed and notifies their owners. Requests whose folder is gone
 * end without a notification, because there is nothing left to show.
 * @returns how many
 */
export async function endOverdue(
  deps: ClosingDeps & Pick<Deps, 'db' | 'transact'>,
): Promise<number> {
  let ended = 0
  for (;;) {
    const overdue = await requests.findOverdue(deps.db, deps.now().getTime(), BATCH_SIZE)
    for (const request of overdue)
      await deps.transact(tx =>
        endRequest(tx, deps, request, {
          notifiesOwner: request.folder_id !== null,
          receipt: null,
        }),
      )
    ended += overdue.length
    if (overdue.length < BATCH_SIZE) return ended
  }
}
