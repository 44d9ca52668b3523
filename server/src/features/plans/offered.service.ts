import type { GatewayName } from '@coffer/contract/gateways'
import type { Deps } from '../../deps.ts'
import { type Gateway, type GatewayDeps, offeredGatewaysOf } from '../gateways/index.ts'
import * as plans from './plans.repository.ts'
import { isCopyAt, needsCopy } from './plans.rules.ts'

export interface OfferedPlan {
  plan: plans.Plan
  gateways: GatewayName[]
}

/**
 * Lists the plans on sale, cheapest first: visible ones of the subscription type in use, fixed ones
 * only where a gateway has a copy that is ready.
 */
export async function listOfferedPlans(
  deps: GatewayDeps & Pick<Deps, 'settings'>,
): Promise<OfferedPlan[]> {
  const visible = await listVisiblePlans(deps, () => offeredGatewaysOf(deps))
  return visible.filter(({ plan, gateways }) => plan.type === 'metered' || gateways.length > 0)
}

/**
 * Lists the visible plans of the subscription type in use, cheapest first, fixed ones with those of the
 * gateways that have a copy that is ready.
 */
export async function listVisiblePlans(
  deps: GatewayDeps & Pick<Deps, 'settings'>,
  findGateways: () => Promise<readonly Gateway[]>,
): Promise<OfferedPlan[]> {
  const { db, settings } = deps
  const type = (await settings.read()).values.subscription_type
  if (type === 'none') return []
  const offered = await plans.findOffered(db, type)
  if (type === 'metered') return offered.map(plan => ({ plan, gateways: [] }))
  if (offered.length === 0) return []
  const gateways = (await findGateways()).filter(needsCopy)
  const copies = await plans.findCopies(
    db,
    offered.map(({ id }) => id),
  )
  const ready = Map.groupBy(
    copies.filter(({ state }) => state === 'ready'),
    row => row.plan_id,
  )
  return offered.map(plan => {
    const rows = ready.get(plan.id) ?? []
    const at = gateways.filter(gateway => rows.some(row => isCopyAt(row, gateway)))
    return { plan, gateways: at.map(({ name }) => name) }
  })
}
