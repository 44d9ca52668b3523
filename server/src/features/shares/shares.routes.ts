import { shares as contract, paginate } from '@coffer/contract'
import type { FastifyRequest } from 'fastify'
import { renderSVG } from 'uqr'
import type { Deps } from '../../deps.ts'
import { originFor } from '../../http/origin.ts'
import { limitAttempts } from '../../http/rate-limits.ts'
import type { Route } from '../../http/route.ts'
import { presentListing } from '../browse/index.ts'
import { listEvents } from './events.service.ts'
import { presentEvent, presentShare } from './shares.presenter.ts'
import {
  browseShares,
  createShare,
  getShare,
  mailShare,
  type OwnShare,
  revokeShares,
  updateShare,
} from './shares.service.ts'

export function sharesRoutes(route: Route, deps: Deps): void {
  const present = (share: OwnShare, request: FastifyRequest) => ({
    data: presentShare(share, originFor(deps, request), deps.now()),
  })
  // One attempt per address, so that a user cannot send thousands of emails.
  const limitMails = (key: string, emails: readonly string[]) =>
    limitAttempts(deps, [{ limit: 'link-email by user', key, times: emails.length }])

  route(contract.createShare, async ({ actor, body }, { request }) => {
    if (body.emails.length > 0) await limitMails(actor.userId, body.emails)
    return present(await createShare(deps, actor, body), request)
  })

  route(contract.getShare, async ({ actor, params }, { request }) =>
    present(await getShare(deps, actor, params.token), request),
  )

  route(contract.updateShare, async ({ actor, params, body }, { request }) =>
    present(await updateShare(deps, actor, params.token, body), request),
  )

  route(contract.revokeShares, async ({ actor, body }) => ({
    meta: { changed: await revokeShares(deps, actor, body.tokens) },
  }))

  route(contract.mailShare, async ({ actor, params, body }) => {
    await limitMails(actor.userId, body.emails)
    await mailShare(deps, actor, params.token, body.emails)
    return { meta: { sent: new Set(body.emails).size } }
  })

  route(contract.getShareQrCode, async ({ actor, params }, { request }) => {
    const { token } = await getShare(deps, actor, params.token)
    const link = `${originFor(deps, request)}/share/${token}`
    return { data: { svg: renderSVG(link, { border: 2 }) } }
  })

  route(contract.listShareEvents, async ({ actor, params, query }) => {
    const { rows, total } = await listEvents(deps, actor, params.token, query)
    return {
      data: rows.map(presentEvent),
      meta: { paginate: paginate(query, total, rows.length) },
    }
  })

  route(contract.browseShares, async ({ actor, query }) =>
    presentListing(actor, await browseShares(deps, actor, query)),
  )
}
