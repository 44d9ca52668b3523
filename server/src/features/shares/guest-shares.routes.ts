import { createHash } from 'node:crypto'
import { guestShares as contract } from '@coffer/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { LockedShareActor, ShareActor } from '../../actor.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { createTransferWatch } from '../../http/active-transfers.ts'
import { withMissLimit } from '../../http/miss-limit.ts'
import { originFor } from '../../http/origin.ts'
import { localeOf } from '../../http/preferred-language.ts'
import {
  byIp,
  isWithinLimit,
  type LimitedAttempt,
  limitAttempts,
  refundAttempts,
} from '../../http/rate-limits.ts'
import type { Route } from '../../http/route.ts'
import { guestCookie, guestCookieName } from '../../http/session-cookie.ts'
import { isCrawler } from '../../lib/crawlers.ts'
import { deviceOf } from '../../lib/devices.ts'
import { networkOf } from '../../lib/networks.ts'
import { newToken } from '../../lib/tokens.ts'
import {
  filterOpenShares,
  newKeyFor,
  openLink,
  recordVisit,
  UNLOCKED_SECONDS,
  unlock,
} from './guest-shares.service.ts'
import { linkPreviewPage } from './link-preview.page.ts'
import { linkPreviewOf } from './link-preview.service.ts'
import { presentLink } from './shares.presenter.ts'

const CARD_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': "default-src 'none'; sandbox",
  'cache-control': 'no-store',
  'x-robots-tag': 'noindex, nofollow',
}

const VISITOR = 'visitor'
const VISITOR_SECONDS = 365 * 86_400
/** A guest who returns within this time is not counted as another visit. */
const VISIT_SECONDS = 30 * 60

const keyCookie = (shareId: string) => `link_${shareId}`
const visitCookie = (shareId: string) => `visit_${shareId}`

/** Identifies a browser by its cookie, and clients without cookies by network and user agent. */
function visitorOf(
  deps: Pick<Deps, 'config'>,
  request: FastifyRequest,
): Pick<ShareActor, 'visitor' | 'isRecognized'> {
  const known = request.cookies[guestCookieName(deps, VISITOR)]
  if (known && /^[\w-]{22}$/.test(known)) return { visitor: known, isRecognized: true }
  const from = `${networkOf(request.ip)} ${request.headers['user-agent'] ?? ''}`
  const visitor = createHash('sha256').update(from).digest('base64url')
  return { visitor, isRecognized: false }
}

/** @throws AppError as `openLink` does, and `request.too_many` after many unknown tokens */
function shareFromRequest(deps: Deps, request: FastifyRequest): Promise<LockedShareActor> {
  const { token } = request.params as { token: string }
  const userAgent = request.headers['user-agent']
  return withMissLimit(deps, request, 'share.not_found', () =>
    openLink(deps, token, ({ id }) => ({
      ...visitorOf(deps, request),
      device: deviceOf(userAgent),
      isCrawler: isCrawler(userAgent),
      key: request.cookies[guestCookieName(deps, keyCookie(id))],
    })),
  )
}

/** Resolves the guest of a share for each request and aborts running transfers when access ends. */
export function registerShareAccess(deps: Deps) {
  const watch = createTransferWatch<ShareActor>(deps, {
    filterAllowed: actors => filterOpenShares(deps, actors),
  })

  const link = (request: FastifyRequest) => shareFromRequest(deps, request)

  async function share(request: FastifyRequest, reply: FastifyReply): Promise<ShareActor> {
    const { isUnlocked, ...actor } = await link(request)
    if (!isUnlocked) throw new AppError('share.locked')
    watch(actor, reply)
    return actor
  }

  return { link, share }
}

export function guestShareRoutes(app: FastifyInstance, route: Route, deps: Deps): void {
  function rememberVisitor(request: FastifyRequest, reply: FastifyReply): void {
    if (request.cookies[guestCookieName(deps, VISITOR)]) return
    const value = newToken()
    reply.header('set-cookie', guestCookie(deps, { name: VISITOR, value, maxAge: VISITOR_SECONDS }))
  }

  async function countVisit(
    actor: LockedShareActor,
    { request, reply }: HttpExchange,
  ): Promise<void> {
    const name = visitCookie(actor.share.id)
    const isBack = request.cookies[guestCookieName(deps, name)] !== undefined
    if (isBack || actor.isCrawler || request.method === 'HEAD') return
    reply.header('set-cookie', guestCookie(deps, { name, value: '1', maxAge: VISIT_SECONDS }))
    // Clients can omit cookies, so visits are also limited by address.
    const key = `${actor.share.id} ${networkOf(request.ip)}`
    if (await isWithinLimit(deps, [{ limit: 'link-visit by ip', key }]))
      await recordVisit(deps, actor)
  }

  route(contract.openLink, async ({ actor }, http) => {
    rememberVisitor(http.request, http.reply)
    if (actor.isUnlocked) await countVisit(actor, http)
    return { data: presentLink(actor.share, actor.isUnlocked) }
  })

  async function sendCard(actor: LockedShareActor, { request, reply }: HttpExchange) {
    const origin = originFor(deps, request)
    const locale = localeOf(request)
    const page = linkPreviewPage(await linkPreviewOf(deps, actor, { origin, locale }))
    return reply.headers(CARD_HEADERS).send(page)
  }

  // Only crawlers get this page; browsers get the web app.
  app.get('/share/:token', async (request, reply) => {
    if (!isCrawler(request.headers['user-agent'])) {
      reply.callNotFound()
      return reply
    }
    return sendCard(await shareFromRequest(deps, request), { request, reply })
  })

  route(contract.getLinkPreview, async ({ actor }, http) => sendCard(actor, http))

  route(contract.unlockLink, async ({ actor, body }, { request, reply }) => {
    const { id, password_hash: passwordHash } = actor.share
    if (passwordHash === null) {
      rememberVisitor(request, reply)
      return { data: presentLink(actor.share, true) }
    }
    const attempts: LimitedAttempt[] = [
      byIp('link-password by ip', request.ip),
      { limit: 'link-password by link', key: id },
    ]
    // Successful attempts are refunded to the limits of guesses, but they take time and space too.
    const unlocks = { limit: 'link-unlock by ip', key: `${id} ${networkOf(request.ip)}` } as const
    await limitAttempts(deps, [unlocks])
    await limitAttempts(deps, attempts)
    await unlock(deps, actor, { password: body.password, passwordHash })
    await refundAttempts(deps, attempts)
    rememberVisitor(request, reply)
    const value = newKeyFor(deps, actor.share)
    reply.header(
      'set-cookie',
      guestCookie(deps, { name: keyCookie(actor.share.id), value, maxAge: UNLOCKED_SECONDS }),
    )
    return { data: presentLink(actor.share, true) }
  })
}

interface HttpExchange {
  request: FastifyRequest
  reply: FastifyReply
}
