import type { Money } from '@coffer/contract/money'
import type { PeriodRefunds } from '@coffer/contract/proration'
import { type BillingOverview, isLive, type PlanOffer } from '@coffer/contract/subscriptions'
import type { UserActor } from '../../actor.ts'
import type { Db } from '../../db/open.ts'
import type { SubscriptionRow } from '../../db/schema-subscriptions.ts'
import { findMethods, gatewaysOf, offeredGatewaysOf } from '../gateways/index.ts'
import { findOpenInvoices, restOf } from '../invoices/index.ts'
import { balancesOfUser } from '../ledger/index.ts'
import { findDebts } from '../payments/index.ts'
import { listVisiblePlans, type OfferedPlan, type Plan } from '../plans/index.ts'
import { findTeamCapacity } from '../teams/index.ts'
import type { CheckoutDeps } from './checkouts.service.ts'
import { findPendingChange } from './own-swap.service.ts'
import { periodRefundsOf } from './period-refunds.service.ts'
import { presentMethod, presentSubscription } from './subscriptions.presenter.ts'
import * as subscriptions from './subscriptions.repository.ts'
import { readShown } from './subscriptions.service.ts'
import { estimateSwap } from './swap.rules.ts'

export interface Usage {
  used_bytes: number
  capacity_bytes: number | null
  members: number
  max_members: number | null
}

export async function readUsage(db: Db, userId: string): Promise<Usage> {
  const quota = await subscriptions.findQuota(db, userId)
  const team = await findTeamCapacity(db, userId)
  return {
    used_bytes: quota.used_bytes,
    capacity_bytes: quota.capacity_bytes,
    members: new Set(team.emails).size,
    max_members: team.total === -1 ? null : team.total,
  }
}

/** Storage and members above the limits of a plan; nothing is deleted. */
export function exceeds(
  { used_bytes, members }: Usage,
  { storage_bytes, max_team_members }: Pick<Plan, 'storage_bytes' | 'max_team_members'>,
): PlanOffer['exceeds'] {
  return {
    bytes: storage_bytes === null ? 0 : Math.max(0, used_bytes - storage_bytes),
    members: max_team_members === null ? 0 : Math.max(0, members - max_team_members),
  }
}

const sumByCurrency = (amounts: readonly Money[]): Money[] =>
  [...Map.groupBy(amounts, ({ currency }) => currency)].map(([currency, each]) => ({
    currency,
    amount: each.reduce((sum, { amount }) => sum + amount, 0),
  }))

/**
 * Balances above zero and the unpaid amounts of open invoices.
 * @param findUnpaid which of the invoices count
 */
export async function readMoney(
  db: Db,
  userId: string,
  findUnpaid = findOpenInvoices,
): Promise<{ balances: Money[]; debts: Money[] }> {
  const balances = await balancesOfUser(db, userId)
  const unpaid = await findUnpaid(db, userId)
  const debts = unpaid.map(row => ({ amount: restOf(row), currency: row.currency }))
  return { balances: balances.filter(({ amount }) => amount > 0), debts: sumByCurrency(debts) }
}

/** Everything that the billing page shows. */
export async function getOverview(
  deps: CheckoutDeps,
  { userId }: UserActor,
): Promise<BillingOverview> {
  const subscription = await readShown(deps, userId)
  const live = subscription && isLive(subscription) ? subscription : undefined
  const refunds = live && (await periodRefundsOf(deps.db, live))
  const usage = await readUsage(deps.db, userId)
  const isDemo = await subscriptions.isDemo(deps.db, userId)
  const gateways = isDemo ? [] : await offeredGatewaysOf(deps)
  // A plan is changed at the gateway that it was bought with, also where that takes no new purchases.
  const plans = await listVisiblePlans(deps, async () => (live ? gatewaysOf(deps) : gateways))
  const money = await readMoney(deps.db, userId, findDebts)
  const at = deps.now().getTime()
  return {
    is_demo: isDemo,
    subscription: subscription ? presentSubscription(subscription) : null,
    pending_change: live ? await findPendingChange(deps.db, live) : null,
    methods: (await findMethods(deps.db, userId)).map(presentMethod),
    ...money,
    usage,
    offers: plans
      .filter(({ plan }) => plan.type === 'fixed')
      .flatMap(offered => {
        const { plan } = offered
        const drivers = live ? changedAt(live, offered) : boughtAt(offered, money.balances)
        return drivers.length > 0 ? presentOffer(plan, { drivers, live, refunds, usage, at }) : []
      }),
    drivers: gateways.map(({ name }) => name).filter(name => name !== 'system'),
  }
}

type Drivers = PlanOffer['drivers']

/** The gateways that sell the plan, and the balance if it covers the price. */
function boughtAt({ plan, gateways }: OfferedPlan, balances: readonly Money[]): Drivers {
  const { amount, currency } = plan
  const isCovered = balances.some(
    each => each.currency === currency && each.amount >= (amount ?? 0),
  )
  return isCovered ? [...gateways, 'system'] : gateways
}

/** The gateway of the subscription if it can change to the plan; our own schedule needs no copy there. */
function changedAt(live: SubscriptionRow, { plan, gateways }: OfferedPlan): Drivers {
  const { gateway, external_id, currency } = live
  const hasCopy = external_id === null || gateways.includes(gateway)
  return hasCopy && plan.currency === currency ? [gateway] : []
}

interface OfferContext {
  drivers: Drivers
  live: SubscriptionRow | undefined
  refunds: PeriodRefunds | undefined
  usage: Usage
  at: number
}

function presentOffer(plan: Plan, { drivers, live, refunds, usage, at }: OfferContext): PlanOffer {
  const { name, interval, storage_bytes, max_team_members, description, currency } = plan
  const amount = plan.amount ?? 0
  const isCurrent = live?.plan_id === plan.id
  const due = isCurrent ? 0 : live ? estimateSwap(live, plan, at, refunds).due : amount
  return {
    plan: {
      id: plan.id,
      type: 'plan',
      attributes: {
        name,
        description,
        interval,
        storage_bytes,
        max_team_members,
        price: { amount, currency },
      },
    },
    is_current: isCurrent,
    drivers,
    due_today: { amount: due, currency },
    exceeds: exceeds(usage, plan),
  }
}
