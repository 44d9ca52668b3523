import { type Input, rowsOf } from '@coffer/contract'
import type * as contract from '@coffer/contract/upload-requests'
import type { UserActor } from '../../actor.ts'
import type { Db } from '../../db/open.ts'
import type { UploadRequestWithFolder } from '../../db/schema-sharing.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { newToken, tokenHash } from '../../lib/tokens.ts'
import { recordAudit } from '../audit/index.ts'
import { classifyForUpdate } from '../document-types/index.ts'
import { sendMail } from '../emails/index.ts'
import { lockFolder, makeFolder } from '../items/index.ts'
import { notify } from '../notifications/index.ts'
import { loadChecklists, type RequestWithChecklist } from './checklist.service.ts'
import { endRequest } from './closing.service.ts'
import * as requests from './upload-requests.repository.ts'
import { endFrom, statusOf } from './upload-requests.rules.ts'

type RequestDeps = Pick<Deps, 'db' | 'transact' | 'now' | 'newId' | 'jobs'>
type NewRequest = Input<typeof contract.createUploadRequest>['body']

async function checkOne(db: Db, row: UploadRequestWithFolder): Promise<RequestWithChecklist> {
  const [checked] = await loadChecklists(db, [row])
  return checked ?? { request: row, documents: [] }
}

/** Answers not found for requests of other users. */
async function requireOwn(
  db: Db,
  { userId }: UserActor,
  id: string,
): Promise<UploadRequestWithFolder> {
  const request = await requests.findOwn(db, userId, id)
  if (!request) throw new AppError('upload_request.not_found')
  return request
}

const keyOf = (
  document: Pick<requests.RequestedDocumentRow, 'document_type_id' | 'subcategory_id'>,
): string => `${document.document_type_id} ${document.subcategory_id}`

/** Saves the checklist of a request without duplicates; unknown document types are rejected. */
async function saveChecklist(
  tx: Db,
  { newId }: Pick<Deps, 'newId'>,
  requestId: string,
  documents: NewRequest['documents'],
): Promise<void> {
  const documentsByKey = new Map<
    string,
    { document_type_id: string; subcategory_id: string | null }
  >()
  for (const choice of documents) {
    const { classification } = await classifyForUpdate(tx, choice)
    const { document_type_id, subcategory_id } = classification
    if (document_type_id) {
      const document = { document_type_id, subcategory_id }
      documentsByKey.set(keyOf(document), document)
    }
  }
  await requests.insertDocuments(
    tx,
    [...documentsByKey.values()].map((document, position) => ({
      id: newId(),
      request_id: requestId,
      position,
      ...document,
    })),
  )
}

/** The state of a request in the audit log. */
const limitsOf = ({
  name,
  expires_at,
  max_bytes,
  max_files,
  allowed_types,
}: UploadRequestWithFolder) => ({
  name,
  expires_at: expires_at === null ? null : new Date(expires_at).toISOString(),
  max_bytes,
  max_files,
  allowed_types,
})

/** @param defaultName used when the input has no name */
export const createUploadRequest = (
  deps: RequestDeps,
  actor: UserActor,
  input: NewRequest,
  defaultName: string,
): Promise<RequestWithChecklist> =>
  deps.transact(async tx => {
    const { folder: parent } = await lockFolder(tx, actor, input.folder_id)
    // Received files count toward the quota of the folder's owner, so only owners may ask for them.
    if (parent.owner_id !== actor.userId) throw new AppError('auth.forbidden')
    const name = input.name ?? defaultName
    const folderId = await makeFolder(tx, deps, actor, parent, { name, on_conflict: 'rename' })
    const now = deps.now()
    const id = deps.newId()
    const token = newToken()
    await requests.insertRequest(tx, {
      id,
      owner_id: actor.userId,
      folder_id: folderId,
      token,
      token_hash: tokenHash(token),
      name,
      note: input.note || null,
      email: input.email,
      status: 'active',
      expires_at: endFrom(now, input.expiration),
      max_bytes: input.max_bytes,
      max_files: input.max_files,
      allowed_types: storedTypes(input.allowed_types),
      created_at: now.getTime(),
      closed_at: null,
    })
    await saveChecklist(tx, deps, id, input.documents)
    const request = await requireOwn(tx, actor, id)
    if (request.email !== null) await sendRequest(tx, deps, actor, request, request.email)
    recordAudit(tx, {
      action: 'upload_request.created',
      target: { type: 'upload-request', id, name },
      after: limitsOf(request),
    })
    return checkOne(tx, request)
  })

const storedTypes = (types: readonly string[] | null): string | null =>
  types === null || types.length === 0 ? null : JSON.stringify([...new Set(types)])

/** Sends the request by email; a recipient with an account also gets a notification. */
async function sendRequest(
  tx: Db,
  deps: RequestDeps,
  actor: UserActor,
  { token, name, note, expires_at }: UploadRequestWithFolder,
  to: string,
): Promise<void> {
  const path = `/request/${token}/upload`
  const email = {
    template: 'upload-request' as const,
    data: {
      asker: actor.name,
      name,
      ...(note !== null && { note }),
      expires_at: expires_at === null ? null : new Date(expires_at).toISOString(),
      path,
    },
  }
  const recipient = await requests.findUserByEmail(tx, to)
  if (!recipient) return sendMail(tx, deps, { to, language: null, ...email })
  await notify(tx, deps, [recipient.id], {
    category: 'file-request',
    type: 'files_requested',
    params: { asker: actor.name, name },
    action: { type: 'url', url: path, target: 'blank', button: 'notification.button.send_files' },
    email,
  })
}

export const getUploadRequest = async (
  { db }: Pick<Deps, 'db'>,
  actor: UserActor,
  id: string,
): Promise<RequestWithChecklist> => checkOne(db, await requireOwn(db, actor, id))

export async function listUploadRequests(
  { db }: Pick<Deps, 'db'>,
  { userId }: UserActor,
  { folder_id, ...page }: Input<typeof contract.listUploadRequests>['query'],
): Promise<{ checked: RequestWithChecklist[]; total: number }> {
  const total = await requests.countOwn(db, userId, folder_id)
  const rows = await requests.listOwn(db, userId, folder_id, rowsOf(page))
  return { checked: await loadChecklists(db, rows), total }
}

type RequestChange = Input<typeof contract.updateUploadRequest>['body']

/** Always sets the name, so that the update has at least one column. */
const changedColumns = (
  request: UploadRequestWithFolder,
  { name = request.name, note, expiration, allowed_types, ...limits }: RequestChange,
  now: Date,
) => ({
  name,
  ...(note !== undefined && { note: note || null }),
  ...(limits.max_bytes !== undefined && { max_bytes: limits.max_bytes }),
  ...(limits.max_files !== undefined && { max_files: limits.max_files }),
  ...(allowed_types !== undefined && { allowed_types: storedTypes(allowed_types) }),
  ...(expiration !== undefined && { expires_at: endFrom(now, expiration) }),
})

/** Changes an active request. @throws AppError `upload_request.gone` once it has ended */
export const updateUploadRequest = (
  deps: RequestDeps,
  actor: UserActor,
  id: string,
  { documents, ...change }: RequestChange,
): Promise<RequestWithChecklist> =>
  deps.transact(async tx => {
    const request = await requireOwn(tx, actor, id)
    if (statusOf(request, deps.now()) !== 'active') throw new AppError('upload_request.gone')
    await requests.updateRequest(tx, request, changedColumns(request, change, deps.now()))
    if (documents) {
      await requests.deleteDocuments(tx, id)
      await saveChecklist(tx, deps, id, documents)
    }
    const changed = await requireOwn(tx, actor, id)
    recordAudit(tx, {
      action: 'upload_request.changed',
      target: { type: 'upload-request', id, name: changed.name },
      before: limitsOf(request),
      after: limitsOf(changed),
    })
    return checkOne(tx, changed)
  })

/** Closes a request; does nothing when it has ended. */
export const closeUploadRequest = (
  deps: RequestDeps,
  actor: UserActor,
  id: string,
): Promise<RequestWithChecklist> =>
  deps.transact(async tx => {
    const request = await requireOwn(tx, actor, id)
    await endRequest(tx, deps, request, { notifiesOwner: false, receipt: null })
    return checkOne(tx, await requireOwn(tx, actor, id))
  })
