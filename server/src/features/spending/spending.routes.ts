import * as contract from '@coffer/contract/spending'
import type { Deps } from '../../deps.ts'
import type { Route } from '../../http/route.ts'
import { invoiceUsage } from './invoice-usage.service.ts'
import { changeAlert, changeCap, createAlert } from './spending.service.ts'
import { usageOverview } from './usage-overview.service.ts'

export function spendingRoutes(route: Route, deps: Deps): void {
  route(contract.getUsage, async ({ actor }) => ({ data: await usageOverview(deps, actor) }))

  route(contract.getInvoiceUsage, async ({ actor, params }) => ({
    data: await invoiceUsage(deps, actor, params.id),
  }))

  route(contract.createBillingAlert, async ({ actor, body }) => ({
    data: await createAlert(deps, actor, body.amount),
  }))

  route(contract.changeBillingAlert, async ({ actor, body }) => ({
    data: await changeAlert(deps, actor, body.amount),
  }))

  route(contract.deleteBillingAlert, async ({ actor }) => ({
    data: await changeAlert(deps, actor, null),
  }))

  route(contract.setSpendingCap, async ({ actor, body }) => ({
    data: await changeCap(deps, actor, body.amount),
  }))

  route(contract.deleteSpendingCap, async ({ actor }) => ({
    data: await changeCap(deps, actor, null),
  }))
}
