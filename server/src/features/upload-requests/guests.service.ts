import { type Locale, Token } from '@coffer/contract'
import type { RequestActor, RequestLinkActor } from '../../actor.ts'
import type { UploadRequestWithFolder } from '../../db/schema-sharing.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { isSameText, sign } from '../../lib/signing.ts'
import { tokenHash } from '../../lib/tokens.ts'
import { findUnavailableOwners } from '../restrictions/index.ts'
import { loadChecklists, type RequestWithChecklist } from './checklist.service.ts'
import { endRequest } from './closing.service.ts'
import * as files from './files.repository.ts'
import * as requests from './upload-requests.repository.ts'
import { isOpen } from './upload-requests.rules.ts'

/** The values of the cookies by which a guest may be recognized. */
interface GuestCookies {
  browserKey: string | undefined
  /** Set by earlier versions, for one request. */
  guestKey: string | undefined
}

/** The signed cookie value by which a guest's browser is recognized, by all requests. */
export const browserKeyOf = ({ secret }: Pick<Deps, 'secret'>, browserId: string): string =>
  `${browserId}.${sign(secret, 'request-browser', browserId)}`

/** The signed cookie value of earlier versions. */
export const guestKeyOf = (
  { secret }: Pick<Deps, 'secret'>,
  request: Pick<UploadRequestWithFolder, 'id'>,
  guestId: string,
): string => `${guestId}.${sign(secret, 'request-guest', `${request.id}:${guestId}`)}`

/** Returns the id in a cookie value if its signature is valid. */
function verifiedId(key: string | undefined, keyOf: (id: string) => string): string | undefined {
  const [id = ''] = key?.split('.') ?? []
  return key && isSameText(key, keyOf(id)) ? id : undefined
}

/** Recognizes a guest. Their ids for different requests differ. */
function identifyGuest(
  deps: Pick<Deps, 'secret' | 'newId'>,
  request: UploadRequestWithFolder,
  { browserKey, guestKey }: GuestCookies,
): Pick<RequestLinkActor, 'guestId' | 'browserId' | 'isRecognized'> {
  const guestId = verifiedId(guestKey, id => guestKeyOf(deps, request, id))
  if (guestId !== undefined) return { guestId, browserId: null, isRecognized: true }
  const knownId = verifiedId(browserKey, id => browserKeyOf(deps, id))
  const browserId = knownId ?? deps.newId()
  return {
    guestId: sign(deps.secret, 'request-guest-id', `${request.id}:${browserId}`),
    browserId,
    isRecognized: knownId !== undefined,
  }
}

/**
 * Resolves the token of a request. Each call without a cookie is a guest of its own, so that guests
 * without cookies do not see each other's files.
 * @throws AppError `upload_request.not_found`, or `upload_request.unavailable`
 */
export async function openRequest(
  deps: Pick<Deps, 'db' | 'secret' | 'newId'>,
  token: string,
  cookiesFor: (request: UploadRequestWithFolder) => GuestCookies,
): Promise<RequestLinkActor> {
  const request = Token.safeParse(token).success
    ? await requests.findByHash(deps.db, tokenHash(token))
    : undefined
  if (!request) throw new AppError('upload_request.not_found')
  if ((await findUnavailableOwners(deps.db, [request])).size > 0)
    throw new AppError('upload_request.unavailable')
  return { kind: 'request-link', request, ...identifyGuest(deps, request, cookiesFor(request)) }
}

/** Requires that the request still accepts files. @throws AppError `upload_request.gone` */
export function requireActive(
  { now }: Pick<Deps, 'now'>,
  { request, guestId, isRecognized }: RequestLinkActor,
): RequestActor {
  const { folder_id } = request
  if (folder_id === null || !isOpen(request, now())) throw new AppError('upload_request.gone')
  return { kind: 'request', request: { ...request, folder_id }, guestId, isRecognized }
}

/** Keeps those guests whose requests still accept files. */
export async function filterActiveRequests(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  guests: readonly RequestActor[],
): Promise<ReadonlySet<RequestActor>> {
  const ids = new Set(guests.map(guest => guest.request.id))
  const rows = await requests.findSeveral(db, [...ids])
  const unavailableOwners = await findUnavailableOwners(db, rows)
  const isAccepting = (row: UploadRequestWithFolder) =>
    isOpen(row, now()) && !unavailableOwners.has(row.owner_id)
  const open = new Set(rows.filter(isAccepting).map(row => row.id))
  return new Set(guests.filter(guest => open.has(guest.request.id)))
}

export interface GuestRequestView extends RequestWithChecklist {
  sent: { files: number; bytes: number }
}

/** Returns what a request asks for and what the guest has sent. */
export async function showRequest(
  { db }: Pick<Deps, 'db'>,
  { request, guestId }: Pick<RequestLinkActor, 'request' | 'guestId'>,
): Promise<GuestRequestView> {
  const [checked] = await loadChecklists(db, [request], guestId)
  const sent = await files.sumOfGuest(db, request.id, guestId)
  return { request, documents: checked?.documents ?? [], sent }
}

interface FinishOptions {
  email: string | null
  language: Locale
  /** Whether the owner ends the request by its link. */
  isOwner: boolean
}

/** Ends a request because a guest has sent everything. */
export async function finishRequest(
  deps: Pick<Deps, 'db' | 'transact' | 'now' | 'newId' | 'jobs'>,
  { request, guestId }: RequestActor,
  { email, language, isOwner }: FinishOptions,
): Promise<GuestRequestView> {
  const receipt = email === null ? null : { guestId, to: email, language }
  const isEnded = await deps.transact(tx =>
    endRequest(tx, deps, request, { notifiesOwner: !isOwner, receipt }),
  )
  if (!isEnded) throw new AppError('upload_request.gone')
  const [ended] = await requests.findSeveral(deps.db, [request.id])
  if (!ended) throw new AppError('upload_request.not_found')
  return showRequest(deps, { request: ended, guestId })
}

/** Renames the received file too, so that the guest's receipt shows the new name. */
export const updateReceivedName = (
  { db }: Pick<Deps, 'db'>,
  item: { id: string; name: string },
): Promise<void> => files.renameFile(db, item.id, item.name)
