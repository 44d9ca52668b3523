import { type Input, type PageQuery, rowsOf } from '@coffer/contract'
import type * as contract from '@coffer/contract/upload-requests'
import type { UserActor } from '../../actor.ts'
import type { Db } from '../../db/open.ts'
import type { UploadRequestWithFolder } from '../../db/schema-sharing.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { newToken, tokenHash } from '../../lib/tokens.ts'
import { classifyForUpdate } from '../document-types/index.ts'
import { sendMail } from '../emails/index.ts'
import { lockFolder, makeFolder } from '../items/index.ts'
import { notify } from '../notifications/index.ts'
import { type Checked, check } from './checklist.service.ts'
import { endRequest } from './closing.service.ts'
import * as requests from './upload-requests.repository.ts'
import { endFrom, statusOf } from './upload-requests.rules.ts'

type RequestDeps = Pick<Deps, 'db' | 'transact' | 'now' | 'newId' | 'jobs'>
type NewRequest = Input<typeof contract.createUploadRequest>['body']

async function checkOne(db: Db, row: UploadRequestWithFolder): Promise<Checked> {
  const [checked] = await check(db, [row])
  return checked ?? { request: row, documents: [] }
}

/** Somebody else's is like one that is not there. */
async function requireOwn(
  db: Db,
  { userId }: UserActor,
  id: string,
): Promise<UploadRequestWithFolder> {
  const request = await requests.findOwn(db, userId, id)
  if (!request) throw new AppError('upload_request.not_found')
  return request
}

const keyOf = (wanted: Pick<requests.WantedRow, 'document_type_id' | 'subcategory_id'>): string =>
  `${wanted.document_type_id} ${wanted.subcategory_id}`

/** Writes the checklist of a request: each document once, and only what there is. */
async function want(
  tx: Db,
  { newId }: Pick<Deps, 'newId'>,
  requestId: string,
  documents: NewRequest['documents'],
): Promise<void> {
  const wanted = new Map<string, { document_type_id: string; subcategory_id: string | null }>()
  for (const choice of documents) {
    const { classification } = await classifyForUpdate(tx, choice)
    const { document_type_id, subcategory_id } = classification
    if (document_type_id) {
      const one = { document_type_id, subcategory_id }
      wanted.set(keyOf(one), one)
    }
  }
  await requests.insertDocuments(
    tx,
    [...wanted.values()].map((one, position) => ({
      id: newId(),
      request_id: requestId,
      position,
      ...one,
    })),
  )
}

/** @param defaultName what it is called when nothing else was said */
export const createUploadRequest = (
  deps: RequestDeps,
  actor: UserActor,
  input: NewRequest,
  defaultName: string,
): Promise<Checked> =>
  deps.transact(async tx => {
    const { folder: place } = await lockFolder(tx, actor, input.folder_id)
    // What comes in counts on whoever asks for it.
    if (place.owner_id !== actor.userId) throw new AppError('auth.forbidden')
    const name = input.name ?? defaultName
    const folderId = await makeFolder(tx, deps, actor, place, { name, on_conflict: 'rename' })
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
    await want(tx, deps, id, input.documents)
    const request = await requireOwn(tx, actor, id)
    if (request.email !== null) await send(tx, deps, actor, request, request.email)
    return checkOne(tx, request)
  })

const storedTypes = (types: readonly string[] | null): string | null =>
  types === null || types.length === 0 ? null : JSON.stringify([...new Set(types)])

/** By mail, and to whoever has an account in the notifications as well. */
async function send(
  tx: Db,
  deps: RequestDeps,
  actor: UserActor,
  { token, name, note: words, expires_at }: UploadRequestWithFolder,
  to: string,
): Promise<void> {
  const path = `/request/${token}/upload`
  const email = {
    template: 'upload-request' as const,
    data: {
      asker: actor.name,
      name,
      ...(words !== null && { note: words }),
      expires_at: expires_at === null ? null : new Date(expires_at).toISOString(),
      path,
    },
  }
  const reader = await requests.findUserByEmail(tx, to)
  if (!reader) return sendMail(tx, deps, { to, language: null, ...email })
  await notify(tx, deps, [reader.id], {
    category: 'file-request',
    type: 'files_asked',
    params: { asker: actor.name, name },
    action: { type: 'url', url: path, target: 'blank', button: 'notification.button.send_files' },
    email,
  })
}

export const getUploadRequest = async (
  { db }: Pick<Deps, 'db'>,
  actor: UserActor,
  id: string,
): Promise<Checked> => checkOne(db, await requireOwn(db, actor, id))

export async function listUploadRequests(
  { db }: Pick<Deps, 'db'>,
  { userId }: UserActor,
  query: PageQuery,
): Promise<{ checked: Checked[]; total: number }> {
  const total = await requests.countOwn(db, userId)
  const rows = await requests.listOwn(db, userId, rowsOf(query))
  return { checked: await check(db, rows), total }
}

type RequestChange = Input<typeof contract.updateUploadRequest>['body']

/** Something is always said again, so that there is something to write. */
const changed = (
  request: UploadRequestWithFolder,
  { name = request.name, note: words, expiration, allowed_types, ...limits }: RequestChange,
  now: Date,
) => ({
  name,
  ...(words !== undefined && { note: words || null }),
  ...(limits.max_bytes !== undefined && { max_bytes: limits.max_bytes }),
  ...(limits.max_files !== undefined && { max_files: limits.max_files }),
  ...(allowed_types !== undefined && { allowed_types: storedTypes(allowed_types) }),
  ...(expiration !== undefined && { expires_at: endFrom(now, expiration) }),
})

export const updateUploadRequest = (
  deps: RequestDeps,
  actor: UserActor,
  id: string,
  { documents, ...change }: RequestChange,
): Promise<Checked> =>
  deps.transact(async tx => {
    const request = await requireOwn(tx, actor, id)
    if (statusOf(request, deps.now()) !== 'active') throw new AppError('upload_request.gone')
    await requests.updateRequest(tx, id, changed(request, change, deps.now()))
    if (documents) {
      await requests.deleteDocuments(tx, id)
      await want(tx, deps, id, documents)
    }
    return checkOne(tx, await requireOwn(tx, actor, id))
  })

/** Closing one that has ended changes nothing. */
export const closeUploadRequest = (
  deps: RequestDeps,
  actor: UserActor,
  id: string,
): Promise<Checked> =>
  deps.transact(async tx => {
    const request = await requireOwn(tx, actor, id)
    await endRequest(tx, deps, request, { tellsOwner: false, receipt: null })
    return checkOne(tx, await requireOwn(tx, actor, id))
  })
