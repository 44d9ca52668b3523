import { plans as contract, type Locale } from '@coffer/contract'
import { presentAdminList } from '@coffer/contract/admin-list'
import type { FastifyRequest } from 'fastify'
import type { UserActor } from '../../actor.ts'
import type { Deps } from '../../deps.ts'
import { csvFile, sendExport } from '../../http/download.ts'
import { localeOf } from '../../http/preferred-language.ts'
import type { Route } from '../../http/route.ts'
import { recordAudit } from '../audit/index.ts'
import { languageOfCaller } from '../emails/index.ts'
import { gatewaysOf } from '../gateways/index.ts'
import { synchronizePlans } from './copies.service.ts'
import { exportPlans } from './export.service.ts'
import { listOfferedPlans } from './offered.service.ts'
import { presentOffered, presentPlan, presentSubscriber } from './plans.presenter.ts'
import { monthlyRevenue } from './plans.rules.ts'
import * as service from './plans.service.ts'

interface Http {
  request: FastifyRequest
}

export function plansRoutes(route: Route, deps: Deps): void {
  const gateways = () => gatewaysOf(deps)
  const languageOf = (actor: UserActor, { request }: Http): Promise<Locale> =>
    languageOfCaller(deps, actor, localeOf(request))
  const detail = async (actor: UserActor, id: string, http: Http) => ({
    data: presentPlan(await service.getPlan(deps, id), await languageOf(actor, http)),
  })

  route(contract.listOfferedPlans, async (_, { request }) => {
    const locale = localeOf(request)
    const offered = await listOfferedPlans(deps)
    return { data: offered.map(plan => presentOffered(plan, locale)) }
  })

  route(contract.listPlans, async ({ actor, query }, http) => {
    const { rows, total, all, subscribed, hasMetered } = await service.listPlans(deps, query)
    const locale = await languageOf(actor, http)
    const inUse = await gateways()
    return {
      data: rows.map(row => presentPlan(row, locale)),
      meta: {
        ...presentAdminList(query, { rows: total, isCapped: false }, rows.length),
        all,
        subscribers: subscribed.reduce((sum, { subscribers }) => sum + subscribers, 0),
        monthly_revenue: monthlyRevenue(subscribed),
        has_metered: hasMetered,
        gateways: inUse.map(({ name }) => name),
      },
    }
  })
  route(contract.exportPlans, ({ query }, http) => {
    const file = csvFile('coffer-plans', deps.now())
    return sendExport(http, file, async () => {
      await deps.transact(async tx =>
        recordAudit(tx, { action: 'billing.plans_exported', after: query }),
      )
      return exportPlans(deps, query, localeOf(http.request))
    })
  })
  route(contract.synchronizePlans, async (_, { request }) => ({
    meta: { queued: request.method === 'HEAD' ? 0 : await synchronizePlans(deps) },
  }))
  route(contract.createPlan, async ({ actor, body }, http) =>
    detail(actor, await service.createPlan(deps, await gateways(), body), http),
  )
  route(contract.getPlan, ({ actor, params }, http) => detail(actor, params.id, http))
  route(contract.updatePlan, async ({ actor, params, body }, http) => {
    await service.updatePlan(deps, params.id, body)
    return detail(actor, params.id, http)
  })
  route(contract.updatePlanFeatures, async ({ actor, params, body }, http) => {
    await service.updateFeatures(deps, params.id, body)
    return detail(actor, params.id, http)
  })
  route(contract.replacePlan, async ({ actor, params, body }, http) => {
    const id = await service.replacePlan(deps, await gateways(), params.id, body)
    return detail(actor, id, http)
  })
  route(contract.archivePlan, async ({ actor, params }, http) => {
    await service.archivePlan(deps, params.id)
    return detail(actor, params.id, http)
  })
  route(contract.deletePlan, async ({ params, body }) => ({
    meta: { result: await service.deletePlan(deps, params.id, body.name) },
  }))
  route(contract.listSubscribers, async ({ actor, params, query }, http) => {
    const { rows, total } = await service.listSubscribers(deps, params.id, query)
    const locale = await languageOf(actor, http)
    return {
      data: rows.map(row => presentSubscriber(row, locale)),
      meta: presentAdminList(query, total, rows.length),
    }
  })
}
