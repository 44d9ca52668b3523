import { uploadRequests as contract, paginate } from '@coffer/contract'
import type { FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import { originFor } from '../../http/origin.ts'
import { localeOf } from '../../http/preferred-language.ts'
import { limitAttempts } from '../../http/rate-limits.ts'
import type { Route } from '../../http/route.ts'
import { translate } from '../../lib/translate.ts'
import type { RequestWithChecklist } from './checklist.service.ts'
import { presentRequest } from './upload-requests.presenter.ts'
import {
  closeUploadRequest,
  createUploadRequest,
  getUploadRequest,
  listUploadRequests,
  updateUploadRequest,
} from './upload-requests.service.ts'

export function uploadRequestsRoutes(route: Route, deps: Deps): void {
  const presentTo = (request: FastifyRequest) => (checked: RequestWithChecklist) =>
    presentRequest(checked, originFor(deps, request), deps.now())

  route(contract.createUploadRequest, async ({ actor, body }, { request }) => {
    if (body.email !== null)
      await limitAttempts(deps, [{ limit: 'link-email by user', key: actor.userId }])
    const locale = localeOf(request)
    const date = deps.now().toISOString().slice(0, 10)
    const defaultName = translate(locale, 'upload_requests.default_name', { date })
    return { data: presentTo(request)(await createUploadRequest(deps, actor, body, defaultName)) }
  })

  route(contract.listUploadRequests, async ({ actor, query }, { request }) => {
    const { checked, total } = await listUploadRequests(deps, actor, query)
    return {
      data: checked.map(presentTo(request)),
      meta: { paginate: paginate(query, total, checked.length) },
    }
  })

  route(contract.getUploadRequest, async ({ actor, params }, { request }) => ({
    data: presentTo(request)(await getUploadRequest(deps, actor, params.id)),
  }))

  route(contract.updateUploadRequest, async ({ actor, params, body }, { request }) => ({
    data: presentTo(request)(await updateUploadRequest(deps, actor, params.id, body)),
  }))

  route(contract.closeUploadRequest, async ({ actor, params }, { request }) => ({
    data: presentTo(request)(await closeUploadRequest(deps, actor, params.id)),
  }))
}
