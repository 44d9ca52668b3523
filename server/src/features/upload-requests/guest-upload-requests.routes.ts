import { guestUploadRequests as contract, type Endpoint, paginate } from '@coffer/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { RequestActor, RequestLinkActor, UserActor } from '../../actor.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { createTransferWatch } from '../../http/active-transfers.ts'
import { withMissLimit } from '../../http/miss-limit.ts'
import { localeOf } from '../../http/preferred-language.ts'
import { limitAttempts } from '../../http/rate-limits.ts'
import { movesContents, type Route } from '../../http/route.ts'
import { guestCookie, guestCookieName } from '../../http/session-cookie.ts'
import { presentItem, renameItem } from '../items/index.ts'
import {
  browserKeyOf,
  filterActiveRequests,
  finishRequest,
  openRequest,
  requireActive,
  showRequest,
  updateReceivedName,
} from './guests.service.ts'
import { getReceipt } from './receipts.service.ts'
import { requireAllowedExtension } from './received-files.service.ts'
import { presentGuestRequest, presentReceiptFile } from './upload-requests.presenter.ts'

const GUEST_SECONDS = 365 * 86_400

/** One cookie for all requests, because browsers and servers limit the size of all cookies together. */
const GUEST = 'request_guest'
/** Set by earlier versions, until a year after the request was opened. */
const cookieOf = (requestId: string) => `request_${requestId}`

/** Resolves the caller of a request link, and watches their transfers for revocation. */
export function registerRequestAccess(deps: Deps) {
  const watch = createTransferWatch<RequestActor>(deps, {
    filterAllowed: guests => filterActiveRequests(deps, guests),
    // U20: answer running uploads with the reason, so that their page can show it.
    revocationError: () => new AppError('upload_request.gone'),
  })

  function requestLink(request: FastifyRequest): Promise<RequestLinkActor> {
    const { token } = request.params as { token: string }
    return withMissLimit(deps, request, 'upload_request.not_found', () =>
      openRequest(deps, token, ({ id }) => ({
        browserKey: request.cookies[guestCookieName(deps, GUEST)],
        guestKey: request.cookies[guestCookieName(deps, cookieOf(id))],
      })),
    )
  }

  async function uploadRequest(
    request: FastifyRequest,
    reply: FastifyReply,
    endpoint: Endpoint,
  ): Promise<RequestActor> {
    const actor = requireActive(deps, await requestLink(request))
    // The call that ends the request must not be aborted by its own effect.
    if (movesContents(endpoint)) watch(actor, reply)
    return actor
  }

  return { 'request-link': requestLink, 'upload-request': uploadRequest }
}

export function guestUploadRequestsRoutes(
  route: Route,
  deps: Deps,
  signedIn: (request: FastifyRequest) => Promise<UserActor | null | undefined>,
): void {
  /**
   * Sets a cookie that distinguishes this guest from others with the same link. Each opened request
   * renews it, so that it lasts as long for the next one.
   */
  function rememberGuest(reply: FastifyReply, { browserId }: RequestLinkActor): void {
    if (browserId === null) return
    const value = browserKeyOf(deps, browserId)
    reply.header('set-cookie', guestCookie(deps, { name: GUEST, value, maxAge: GUEST_SECONDS }))
  }

  route(contract.openRequest, async ({ actor }, { reply }) => {
    rememberGuest(reply, actor)
    return { data: presentGuestRequest(await showRequest(deps, actor), deps.now()) }
  })

  route(contract.finishRequest, async ({ actor, body }, { request }) => {
    const { owner_id: ownerId } = actor.request
    // Counts as an email of the owner, who could otherwise reach any address as their own guest.
    if (body.email !== null)
      await limitAttempts(deps, [{ limit: 'link-email by user', key: ownerId }])
    const isOwner = (await signedIn(request))?.userId === ownerId
    const language = localeOf(request)
    const view = await finishRequest(deps, actor, { email: body.email, language, isOwner })
    return { data: presentGuestRequest(view, deps.now()) }
  })

  route(contract.getReceipt, async ({ actor, query }) => {
    const { rows, total } = await getReceipt(deps, actor, query)
    return {
      data: rows.map(presentReceiptFile),
      meta: {
        paginate: paginate(query, total.files, rows.length),
        total_bytes: total.bytes,
        is_complete: total.unhashed === 0,
      },
    }
  })

  route(contract.renameItem, async ({ actor, params, body }) => {
    // A rename must not turn a file into a type that the request does not allow.
    if (body.type === 'file') requireAllowedExtension(actor, body.name)
    const item = await renameItem(deps, actor, params.id, body)
    await updateReceivedName(deps, item)
    return { data: presentItem(actor, item) }
  })
}
