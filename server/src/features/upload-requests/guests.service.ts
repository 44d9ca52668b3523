import { type Locale, Token } from '@coffer/contract'
import type { RequestActor, RequestLinkActor } from '../../actor.ts'
import type { UploadRequestWithFolder } from '../../db/schema-sharing.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { isSameText, sign } from '../../lib/signing.ts'
import { tokenHash } from '../../lib/tokens.ts'
import { findUnavailable } from '../restrictions/index.ts'
import { type Checked, check } from './checklist.service.ts'
import { endRequest } from './closing.service.ts'
import * as files from './files.repository.ts'
import * as requests from './upload-requests.repository.ts'
import { isOpen } from './upload-requests.rules.ts'

/** By what a browser is known again: nobody can make it without our secret. */
export const guestKeyOf = (
  { secret }: Pick<Deps, 'secret'>,
  request: Pick<UploadRequestWithFolder, 'id'>,
  guestId: string,
): string => `${guestId}.${sign(secret, 'request-guest', `${request.id}:${guestId}`)}`

function guestIdOf(
  deps: Pick<Deps, 'secret'>,
  request: UploadRequestWithFolder,
  key: string | undefined,
): string | undefined {
  const [guestId = ''] = key?.split('.') ?? []
  return key && isSameText(key, guestKeyOf(deps, request, guestId)) ? guestId : undefined
}

/**
 * Turns a link into whoever comes by it. Those who keep no cookies are one guest, known by the id of
 * the request itself.
 * @throws AppError `upload_request.not_found`, or `upload_request.unavailable`
 */
export async function openRequest(
  deps: Pick<Deps, 'db' | 'secret'>,
  token: string,
  keyOf: (request: UploadRequestWithFolder) => string | undefined,
): Promise<RequestLinkActor> {
  const request = Token.safeParse(token).success
    ? await requests.findByHash(deps.db, tokenHash(token))
    : undefined
  if (!request) throw new AppError('upload_request.not_found')
  if ((await findUnavailable(deps.db, [request])).size > 0)
    throw new AppError('upload_request.unavailable')
  const guestId = guestIdOf(deps, request, keyOf(request)) ?? request.id
  return { kind: 'request-link', request, guestId }
}

/** @throws AppError `upload_request.gone` */
export function requireActive(
  { now }: Pick<Deps, 'now'>,
  { request, guestId }: RequestLinkActor,
): RequestActor {
  const { folder_id } = request
  if (folder_id === null || !isOpen(request, now())) throw new AppError('upload_request.gone')
  return { kind: 'request', request: { ...request, folder_id }, guestId }
}

/** Those whose requests still take something. */
export async function filterActiveRequests(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  guests: readonly RequestActor[],
): Promise<ReadonlySet<RequestActor>> {
  const ids = new Set(guests.map(guest => guest.request.id))
  const rows = await requests.findSeveral(db, [...ids])
  const closed = await findUnavailable(db, rows)
  const isTaking = (row: UploadRequestWithFolder) => isOpen(row, now()) && !closed.has(row.owner_id)
  const open = new Set(rows.filter(isTaking).map(row => row.id))
  return new Set(guests.filter(guest => open.has(guest.request.id)))
}

export interface GuestRequestView extends Checked {
  sent: { files: number; bytes: number }
}

/** What is asked of a guest, and what he has done for it. */
export async function showRequest(
  { db }: Pick<Deps, 'db'>,
  { request, guestId }: Pick<RequestLinkActor, 'request' | 'guestId'>,
): Promise<GuestRequestView> {
  const [checked] = await check(db, [request], guestId)
  const sent = await files.sumOfGuest(db, request.id, guestId)
  return { request, documents: checked?.documents ?? [], sent }
}

interface Done {
  email: string | null
  language: Locale
  /** Whether it is the owner who does it, by the link. */
  isOwner: boolean
}

/** A guest has sent everything, and nothing more is to come. */
export async function finishRequest(
  deps: Pick<Deps, 'db' | 'transact' | 'now' | 'newId' | 'jobs'>,
  { request, guestId }: RequestActor,
  { email, language, isOwner }: Done,
): Promise<GuestRequestView> {
  const receipt = email === null ? null : { guestId, to: email, language }
  const isEnded = await deps.transact(tx =>
    endRequest(tx, deps, request, { tellsOwner: !isOwner, receipt }),
  )
  if (!isEnded) throw new AppError('upload_request.gone')
  const [ended] = await requests.findSeveral(deps.db, [request.id])
  if (!ended) throw new AppError('upload_request.not_found')
  return showRequest(deps, { request: ended, guestId })
}

/** The record follows: a guest's receipt has his own words. */
export const updateReceivedName = (
  { db }: Pick<Deps, 'db'>,
  item: { id: string; name: string },
): Promise<void> => files.renameFile(db, item.id, item.name)
