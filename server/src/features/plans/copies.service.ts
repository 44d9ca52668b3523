import type { z } from 'zod'
import type { PlanGatewayRow, PlanRow } from '../../db/schema-plans.ts'
import type { Deps } from '../../deps.ts'
import { recordAudit } from '../audit/index.ts'
import { type Gateway, GatewayError, type PlanCopy } from '../gateways/index.ts'
import type { withdrawPlanJob } from './plans.job-types.ts'
import * as plans from './plans.repository.ts'
import {
  copyFor,
  firstCopy,
  isCopyAt,
  isCopyDue,
  needsCopy,
  readExternalIds,
  refusedCopy,
  takesCurrency,
} from './plans.rules.ts'
import { queueCopies, readPlan, readPlanCopy } from './plans.service.ts'

type CopyDeps = Pick<Deps, 'db' | 'transact' | 'now'>
type Gateways = readonly Gateway[]

/** Makes or changes the copy at a gateway. @returns its new state, also after a refusal */
async function ensureCopy(
  gateway: Gateway,
  row: PlanGatewayRow,
  copy: PlanCopy,
  now: number,
): Promise<PlanGatewayRow> {
  try {
    const external_ids = JSON.stringify(await gateway.ensurePlan(copy))
    return { ...row, external_ids, state: 'ready', reason: null, updated_at: now }
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    return refusedCopy(row, error, now)
  }
}

async function copyTo(
  deps: CopyDeps,
  gateway: Gateway,
  plan: PlanRow,
  known: PlanGatewayRow | undefined,
): Promise<void> {
  const now = deps.now().getTime()
  const row = known ?? firstCopy(plan, gateway, now)
  const isAtGateway = row.external_ids !== '{}'
  if (plan.status === 'archived' && !isAtGateway) return
  const copy = copyFor(plan, readExternalIds(row))
  const stored = takesCurrency(gateway, plan)
    ? await ensureCopy(gateway, row, copy, now)
    : firstCopy(plan, gateway, now)
  const isKept = await deps.transact(tx => plans.storeCopy(tx, stored))
  // The plan was deleted before the ids of its copy were known.
  if (!isKept && stored.state === 'ready')
    await gateway.ensurePlan({ ...copy, externalIds: readExternalIds(stored), isActive: false })
}

/**
 * Brings the copies of a plan at the gateways up to date. A refusal is stored with its reason, and a
 * schedule tries again. An archived plan stays at the gateways while a user is paying for it.
 */
export async function copyPlan(deps: CopyDeps, gateways: Gateways, planId: string): Promise<void> {
  const plan = await plans.findPlan(deps.db, planId)
  if (plan?.type !== 'fixed') return
  if (plan.status === 'archived' && (await plans.hasOpenCheckouts(deps.db, planId))) return
  const copies = await plans.findCopies(deps.db, [planId])
  for (const gateway of gateways.filter(needsCopy))
    await copyTo(
      deps,
      gateway,
      plan,
      copies.find(row => isCopyAt(row, gateway)),
    )
}

/**
 * Creates what is missing of a plan's copy at a gateway again.
 * @returns the copy with its ids there
 */
export async function renewCopy(
  deps: CopyDeps,
  gateway: Gateway,
  { planId }: PlanCopy,
): Promise<PlanCopy> {
  await copyPlan(deps, [gateway], planId)
  return readPlanCopy(deps.db, await readPlan(deps.db, planId), gateway)
}

/** Takes the copy of a deleted plan off sale; a gateway that is gone needs nothing. */
export async function withdrawPlan(
  gateways: Gateways,
  { gateway: name, isLive, copy }: z.infer<typeof withdrawPlanJob.payload>,
): Promise<void> {
  const gateway = gateways.find(each => each.name === name && each.isLive === isLive)
  await gateway?.ensurePlan(copy)
}

/** Queues the plans whose copies are missing, outdated or due for another try. */
export async function queueDueCopies(
  deps: CopyDeps & Pick<Deps, 'jobs'>,
  findGateways: () => Promise<Gateways>,
): Promise<void> {
  const fixed = await plans.findFixedPlans(deps.db)
  if (fixed.length === 0) return
  const gateways = (await findGateways()).filter(needsCopy)
  const copies = Map.groupBy(await plans.findAllCopies(deps.db), row => row.plan_id)
  const now = deps.now().getTime()
  const due = fixed.filter(plan =>
    gateways.some(gateway => {
      const copy = copies.get(plan.id)?.find(row => isCopyAt(row, gateway))
      return isCopyDue(plan, copy, gateway, now)
    }),
  )
  if (due.length === 0) return
  await deps.transact(async tx => {
    for (const plan of due) await queueCopies(tx, deps, plan)
  })
}

/** Queues the copies of all fixed plans. @returns their number */
export const synchronizePlans = (deps: Pick<Deps, 'transact' | 'jobs'>): Promise<number> =>
  deps.transact(async tx => {
    const fixed = await plans.findFixedPlans(tx)
    for (const plan of fixed) await queueCopies(tx, deps, plan)
    recordAudit(tx, { action: 'plan.synchronized', after: { plans: fixed.length } })
    return fixed.length
  })
