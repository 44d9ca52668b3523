import type { Input } from '@coffer/contract'
import type { NewPlan, PlanTerms, PlanType } from '@coffer/contract/plan-inputs'
import { gigabytesToBytes } from '@coffer/contract/plan-inputs'
import type {
  PlanQuery,
  SubscriberQuery,
  updatePlanFeatures as updateFeaturesCall,
  updatePlan as updatePlanCall,
} from '@coffer/contract/plans'
import type { Db } from '../../db/open.ts'
import type { PlanGatewayRow } from '../../db/schema-plans.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { withoutUndefined } from '../../lib/without-undefined.ts'
import { recordAudit } from '../audit/index.ts'
import type { Gateway } from '../gateways/index.ts'
import { lockSettings, readSettings } from '../settings/index.ts'
import { copyPlanJob, withdrawPlanJob } from './plans.job-types.ts'
import * as plans from './plans.repository.ts'
import {
  copyFor,
  featuresOf,
  firstCopy,
  isCopyAt,
  limitsOf,
  needsCopy,
  planSnapshot,
  readExternalIds,
  termsOf,
  toMemberLimit,
} from './plans.rules.ts'
import * as subscribers from './subscribers.repository.ts'

type PlanDeps = Pick<Deps, 'db' | 'transact' | 'jobs' | 'now' | 'newId'>
type Gateways = readonly Gateway[]

/** A plan with everything that administrators see. */
export interface DetailedPlan {
  plan: plans.ListedPlan
  subscribed: readonly plans.Subscribed[]
  copies: readonly PlanGatewayRow[]
}

/** Reads a plan of any status. @throws AppError `plan.not_found` */
export async function readPlan(db: Db, id: string): Promise<plans.Plan> {
  const plan = await plans.findPlan(db, id)
  if (!plan) throw new AppError('plan.not_found')
  return plan
}

async function lockPlan(tx: Db, id: string): Promise<plans.Plan> {
  const plan = await plans.lockPlan(tx, id)
  if (!plan) throw new AppError('plan.not_found')
  return plan
}

/** Whether the server sells plans of a type; a change of that waits until the transaction ends. */
export async function sellsPlans(tx: Db, type: PlanType): Promise<boolean> {
  await lockSettings(tx, 'shared')
  return (await readSettings(tx)).subscription_type === type
}

/**
 * Reads a plan that users may choose now, and locks it until the transaction ends, so that it is not
 * deleted meanwhile.
 * @throws AppError `plan.not_found` also for hidden and archived plans and while the server sells none of this
 *   type, `plan.wrong_type`
 */
export async function requireOfferedPlan(tx: Db, id: string, type: PlanType): Promise<plans.Plan> {
  const plan = await lockPlan(tx, id)
  if (plan.status !== 'active' || plan.is_visible === 0) throw new AppError('plan.not_found')
  if (plan.type !== type) throw new AppError('plan.wrong_type')
  if (!(await sellsPlans(tx, type))) throw new AppError('plan.not_found')
  return plan
}

/**
 * Returns the plan as a gateway knows it, for checkouts and swaps.
 * @throws AppError `plan.not_at_gateway` while the copy is not ready
 */
export async function readPlanCopy(db: Db, plan: plans.Plan, gateway: Gateway) {
  if (!needsCopy(gateway)) return copyFor(plan, {})
  const copies = await plans.findCopies(db, [plan.id])
  const copy = copies.find(row => isCopyAt(row, gateway))
  if (copy?.state !== 'ready') throw new AppError('plan.not_at_gateway')
  return copyFor(plan, readExternalIds(copy))
}

/** Reads a plan with its figures. @throws AppError `plan.not_found` */
export async function getPlan({ db }: Pick<Deps, 'db'>, id: string): Promise<DetailedPlan> {
  const plan = await readPlan(db, id)
  const is_used = await plans.isPlanUsed(db, id)
  return {
    plan: { ...plan, is_used },
    subscribed: await plans.subscribedToPlan(db, id),
    copies: await plans.findCopies(db, [id]),
  }
}

/** Lists plans, and sums the live subscriptions of all matching ones. */
export async function listPlans({ db }: Pick<Deps, 'db'>, query: PlanQuery) {
  const { plans: rows, total, all } = await plans.listPlans(db, query)
  const subscribed = await plans.subscribedTo(db, query)
  const copies = await plans.findCopies(
    db,
    rows.map(({ id }) => id),
  )
  const hasMetered = (await plans.findActiveMetered(db)) !== undefined
  const ofPlan = Map.groupBy(subscribed, ({ planId }) => planId)
  const copiesOf = Map.groupBy(copies, row => row.plan_id)
  const detailed = rows.map((plan): DetailedPlan => {
    return { plan, subscribed: ofPlan.get(plan.id) ?? [], copies: copiesOf.get(plan.id) ?? [] }
  })
  return { rows: detailed, total, all, subscribed, hasMetered }
}

/** Lists the subscriptions to a plan with their users. @throws AppError `plan.not_found` */
export async function listSubscribers(
  { db }: Pick<Deps, 'db'>,
  id: string,
  query: SubscriberQuery,
): ReturnType<typeof subscribers.listSubscribers> {
  await readPlan(db, id)
  return subscribers.listSubscribers(db, id, query)
}

const auditTarget = ({ id, name }: { id: string; name: string }) => ({ type: 'plan', id, name })

/** Queues the copies of a fixed plan at the gateways. */
export async function queueCopies(
  tx: Db,
  { jobs }: Pick<Deps, 'jobs'>,
  { id, type }: Pick<plans.Plan, 'id' | 'type'>,
): Promise<void> {
  if (type === 'fixed') await jobs.add(tx, copyPlanJob, { planId: id }, { key: id })
}

/** Inserts a plan, with the first state of its copies. */
async function insertPlan(
  tx: Db,
  deps: PlanDeps,
  gateways: Gateways,
  plan: plans.Plan,
): Promise<void> {
  await plans.insertPlan(tx, plan, deps.newId)
  if (plan.type === 'metered') return
  for (const gateway of gateways.filter(needsCopy))
    await plans.storeCopy(tx, firstCopy(plan, gateway, plan.created_at))
  await queueCopies(tx, deps, plan)
}

/**
 * Creates a plan; its copies at the gateways follow.
 * @throws AppError `plan.metered_exists`
 */
export const createPlan = (deps: PlanDeps, gateways: Gateways, input: NewPlan): Promise<string> =>
  deps.transact(async tx => {
    const now = deps.now().getTime()
    if (input.type === 'metered' && (await plans.findActiveMetered(tx)))
      throw new AppError('plan.metered_exists')
    const plan: plans.Plan = {
      id: deps.newId(),
      status: 'active',
      is_visible: input.visible ? 1 : 0,
      name: input.name,
      description: input.description,
      ...termsOf(input),
      ...limitsOf(input),
      replaces_id: null,
      created_at: now,
      updated_at: now,
    }
    await insertPlan(tx, deps, gateways, plan)
    recordAudit(tx, {
      action: 'plan.created',
      target: auditTarget(plan),
      after: planSnapshot(plan),
    })
    return plan.id
  })

/**
 * Changes name, description or visibility.
 * @throws AppError `plan.not_found`, `plan.archived` for the visibility of an archived plan
 */
export const updatePlan = (
  deps: PlanDeps,
  id: string,
  { name, description, visible }: Input<typeof updatePlanCall>['body'],
): Promise<void> =>
  deps.transact(async tx => {
    const plan = await lockPlan(tx, id)
    if (visible !== undefined && plan.status === 'archived') throw new AppError('plan.archived')
    const before = {
      name: plan.name,
      description: plan.description,
      visible: plan.is_visible === 1,
    }
    const after = { ...before, ...withoutUndefined({ name, description, visible }) }
    const { visible: isVisible, ...texts } = after
    const change = { ...texts, is_visible: isVisible ? 1 : 0 } as const
    await plans.updatePlan(tx, id, change, deps.now().getTime())
    if (after.name !== before.name || after.description !== before.description)
      await queueCopies(tx, deps, plan)
    const target = auditTarget({ id, name: after.name })
    recordAudit(tx, { action: 'plan.changed', target, before, after })
  })

/**
 * Changes the limits of a fixed plan for new subscriptions; others keep the snapshot they have.
 * @throws AppError `plan.not_found`, `plan.wrong_type`
 */
export const updateFeatures = (
  deps: PlanDeps,
  id: string,
  {
    max_storage_amount: gigabytes,
    max_team_members: members,
  }: Input<typeof updateFeaturesCall>['body'],
): Promise<void> =>
  deps.transact(async tx => {
    const plan = await lockPlan(tx, id)
    if (plan.type !== 'fixed') throw new AppError('plan.wrong_type')
    const { storage_bytes, max_team_members } = plan
    const limits = {
      storage_bytes: gigabytes === undefined ? storage_bytes : gigabytesToBytes(gigabytes),
      max_team_members: members === undefined ? max_team_members : toMemberLimit(members),
    }
    await plans.updatePlan(tx, id, limits, deps.now().getTime())
    recordAudit(tx, {
      action: 'plan.features_changed',
      target: auditTarget(plan),
      before: featuresOf(plan),
      after: featuresOf(limits),
    })
  })

async function archive(tx: Db, deps: PlanDeps, plan: plans.Plan): Promise<void> {
  await plans.updatePlan(tx, plan.id, { status: 'archived' }, deps.now().getTime())
  await queueCopies(tx, deps, plan)
}

/** Takes a plan off sale: deletes it if it was never used, otherwise archives it. */
async function retire(tx: Db, deps: PlanDeps, plan: plans.Plan): Promise<'deleted' | 'archived'> {
  if (await plans.isPlanUsed(tx, plan.id)) {
    if (plan.status !== 'archived') await archive(tx, deps, plan)
    return 'archived'
  }
  const copies = (await plans.findCopies(tx, [plan.id])).filter(row => row.external_ids !== '{}')
  await plans.deletePlan(tx, plan)
  for (const row of copies)
    await deps.jobs.add(tx, withdrawPlanJob, {
      gateway: row.gateway,
      isLive: row.is_live === 1,
      copy: { ...copyFor(plan, readExternalIds(row)), isActive: false },
    })
  return 'deleted'
}

/**
 * Replaces a plan by a new one with another price, currency, interval or tiers. Subscribers keep the old one.
 * @returns the id of the new plan
 * @throws AppError `plan.not_found`, `plan.wrong_type`, `plan.archived`
 */
export const replacePlan = (
  deps: PlanDeps,
  gateways: Gateways,
  id: string,
  terms: PlanTerms,
): Promise<string> =>
  deps.transact(async tx => {
    const old = await lockPlan(tx, id)
    if (old.type !== terms.type) throw new AppError('plan.wrong_type')
    if (old.status === 'archived') throw new AppError('plan.archived')
    const now = deps.now().getTime()
    const result = await retire(tx, deps, old)
    const plan: plans.Plan = {
      ...old,
      ...termsOf(terms),
      id: deps.newId(),
      replaces_id: result === 'archived' ? old.id : old.replaces_id,
      created_at: now,
      updated_at: now,
    }
    await insertPlan(tx, deps, gateways, plan)
    recordAudit(tx, {
      action: 'plan.replaced',
      target: auditTarget(old),
      before: planSnapshot(old),
      after: planSnapshot(plan),
    })
    return plan.id
  })

/** Takes a plan off sale permanently; subscribers keep it. @throws AppError `plan.not_found` */
export const archivePlan = (deps: PlanDeps, id: string): Promise<void> =>
  deps.transact(async tx => {
    const plan = await lockPlan(tx, id)
    if (plan.status === 'archived') return
    await archive(tx, deps, plan)
    recordAudit(tx, { action: 'plan.archived', target: auditTarget(plan) })
  })

/**
 * Deletes a plan that was never used, and archives any other.
 * @param name has to be the plan's
 * @throws AppError `plan.not_found`, `plan.name_wrong`
 */
export const deletePlan = (
  deps: PlanDeps,
  id: string,
  name: string,
): Promise<'deleted' | 'archived'> =>
  deps.transact(async tx => {
    const plan = await lockPlan(tx, id)
    if (name.trim() !== plan.name) throw new AppError('plan.name_wrong')
    const result = await retire(tx, deps, plan)
    const action = result === 'deleted' ? 'plan.deleted' : 'plan.archived'
    recordAudit(tx, { action, target: auditTarget(plan) })
    return result
  })
