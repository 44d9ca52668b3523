import { adminSubscriptions as admin, subscriptions as contract } from '@coffer/contract'
import { presentAdminList } from '@coffer/contract/admin-list'
import type { UserActor } from '../../actor.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { csvFile, sendExport } from '../../http/download.ts'
import { localeOf } from '../../http/preferred-language.ts'
import { limitAttempts } from '../../http/rate-limits.ts'
import type { Route } from '../../http/route.ts'
import { recordAudit } from '../audit/index.ts'
import { accountCurrency } from '../invoices/index.ts'
import { removeCard } from '../payments/index.ts'
import * as administration from './admin-subscriptions.service.ts'
import { getCheckout, startOther, startPurchase } from './checkouts.service.ts'
import { exportSubscriptions } from './export.service.ts'
import { getOverview } from './overview.service.ts'
import { findPendingChange } from './own-swap.service.ts'
import { presentCheckout, presentForAdmin, presentSubscription } from './subscriptions.presenter.ts'
import * as service from './subscriptions.service.ts'
import { previewSwap, swapPlan } from './swap.service.ts'

export function subscriptionsRoutes(route: Route, deps: Deps): void {
  /** Each checkout creates a page at the gateway, and a job asks for its state until it expires. */
  const limitCheckouts = ({ userId }: UserActor) =>
    limitAttempts(deps, [{ limit: 'checkout by user', key: userId }])

  route(contract.getSubscription, async ({ actor }) => {
    const row = await service.readShown(deps, actor.userId)
    if (!row) throw new AppError('subscription.not_found')
    return { data: presentSubscription(row) }
  })
  route(contract.getBillingOverview, async ({ actor }) => ({
    data: await getOverview(deps, actor),
  }))
  route(contract.startCheckout, async ({ actor, body }) => {
    await limitCheckouts(actor)
    return { data: presentCheckout(await startPurchase(deps, actor, body)) }
  })
  route(contract.startStripeCheckout, async ({ actor, body }) => {
    await limitCheckouts(actor)
    const checkout = await startPurchase(deps, actor, { plan: body.planCode, driver: 'stripe' })
    return { url: checkout.url ?? '' }
  })
  route(contract.startPaystackCheckout, async ({ actor, body }) => {
    await limitCheckouts(actor)
    const checkout =
      'planCode' in body
        ? await startPurchase(deps, actor, { plan: body.planCode, driver: 'paystack' })
        : await startOther(deps, actor, {
            purpose: 'fund',
            driver: 'paystack',
            due: {
              amount: body.amount,
              currency: body.currency ?? (await accountCurrency(deps.db, actor.userId)),
            },
          })
    return { data: { authorization_url: checkout.url ?? '' } }
  })
  route(contract.getCheckout, async ({ actor, params }) => {
    const { checkout, isRefunded } = await getCheckout(deps, actor, params.id)
    return { data: presentCheckout(checkout, isRefunded) }
  })
  route(contract.fundBalance, async ({ actor, body: { driver, ...due } }) => {
    await limitCheckouts(actor)
    return {
      data: presentCheckout(await startOther(deps, actor, { purpose: 'fund', driver, due })),
    }
  })
  route(contract.addPaymentMethod, async ({ actor, body: { driver } }) => {
    await limitCheckouts(actor)
    return { data: presentCheckout(await startOther(deps, actor, { purpose: 'setup', driver })) }
  })
  route(contract.removePaymentMethod, async ({ actor, params }) => {
    await removeCard(deps, actor, params.id)
    return undefined
  })
  route(contract.cancelSubscription, async ({ actor }) => {
    const row = await service.requireLive(deps.db, actor.userId)
    return { data: presentSubscription(await service.cancel(deps, row)) }
  })
  route(contract.resumeSubscription, async ({ actor }) => ({
    data: presentSubscription(await service.resume(deps, actor.userId)),
  }))
  route(contract.previewSwap, async ({ actor, params }) => ({
    data: await previewSwap(deps, actor, params.plan),
  }))
  route(contract.swapSubscription, async ({ actor, params, body: { previewed_at } }) => {
    await limitCheckouts(actor)
    const { subscription, checkout } = await swapPlan(deps, actor, {
      planId: params.plan,
      previewedAt: previewed_at === undefined ? undefined : Date.parse(previewed_at),
    })
    return {
      data: presentSubscription(subscription),
      checkout: checkout && presentCheckout(checkout),
      pending_change: await findPendingChange(deps.db, subscription),
    }
  })
  route(contract.editSubscription, ({ actor, params }) =>
    service.managePayment(deps, actor.userId, params.subscription),
  )

  route(admin.listSubscriptions, async ({ query }) => {
    const { rows, total } = await administration.listSubscriptions(deps, query)
    return { data: rows.map(presentForAdmin), meta: presentAdminList(query, total, rows.length) }
  })
  route(admin.exportSubscriptions, ({ query }, http) => {
    const file = csvFile('coffer-subscriptions', deps.now())
    return sendExport(http, file, async () => {
      await deps.transact(async tx =>
        recordAudit(tx, { action: 'billing.subscriptions_exported', after: query }),
      )
      return exportSubscriptions(deps, query, localeOf(http.request))
    })
  })
  route(admin.getUserSubscription, async ({ params }) => ({
    data: await administration.getUserBilling(deps, params.id),
  }))
  route(admin.cancelSubscriptionAsAdmin, async ({ params, body }) => ({
    data: presentForAdmin(await administration.cancelAsAdmin(deps, params.id, body.reason)),
  }))
  route(admin.endSubscription, async ({ params, body }) => ({
    data: presentForAdmin(await administration.endAsAdmin(deps, params.id, body.reason)),
  }))
  route(admin.syncSubscription, async ({ params }) => ({
    data: presentForAdmin(await administration.syncAsAdmin(deps, params.id)),
  }))
  route(admin.refundPayment, async ({ params, body }) => ({
    data: await administration.refundAsAdmin(deps, params.id, body),
  }))
}
