import { isDeepStrictEqual } from 'node:util'
import type { Input } from '@coffer/contract'
import type * as contract from '@coffer/contract/admin-users'
import {
  AdminRestrictions,
  type CapacityBytes,
  type RestrictionsChange,
} from '@coffer/contract/admin-users'
import { isSessionActor, type UserActor } from '../../actor.ts'
import type { Total } from '../../db/deep-page.ts'
import type { Db } from '../../db/open.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { countAdministrators, isOnlyAdministrator, lockAdministrators } from '../account/index.ts'
import { recordAudit } from '../audit/index.ts'
import { quotas } from '../quotas/index.ts'
import { findRestriction, impose, lift, restrictionsOfUser } from '../restrictions/index.ts'
import { applyPlan } from '../subscriptions/index.ts'
import {
  countExactly,
  countMatches,
  directoryFilter,
  readUserIds,
  sumStorage,
} from '../user-directory/index.ts'
import { type RunningPlans, readRunningPlans, sellsPlans } from './running-plans.service.ts'
import * as users from './users.repository.ts'

export interface UserList {
  rows: users.UserRow[]
  /** Null where nothing is sold. */
  plans: RunningPlans | null
  total: Total
  all: number
  usedBytes: number | null
}

/** Returns a page of users in a fixed number of statements, however many there are. */
export async function listUsers(
  deps: Pick<Deps, 'db' | 'settings'>,
  query: Input<typeof contract.listUsers>['query'],
): Promise<UserList> {
  const { db } = deps
  const filter = directoryFilter(query)
  const matches = await countMatches(db, filter)
  const { all, total } = matches
  const [ids, usedBytes] = await Promise.all([
    readUserIds(db, filter, query, query, matches),
    sumStorage(db, filter, matches),
  ])
  return {
    rows: await users.findUsers(db, ids),
    plans: (await sellsPlans(deps)) ? await readRunningPlans(deps, ids) : null,
    all,
    total: query.exact && total.isCapped ? await countExactly(db, filter) : total,
    usedBytes,
  }
}

const NO_RESTRICTIONS: AdminRestrictions = {
  canUpload: true,
  canDownload: true,
  canCreateFolder: true,
  canCreateTeamFolder: true,
  reason: null,
}

async function restrictionsByAdministrator(db: Db, userId: string): Promise<AdminRestrictions> {
  const row = await findRestriction(db, userId, 'administrator')
  if (!row) return NO_RESTRICTIONS
  return {
    canUpload: row.can_upload === 1,
    canDownload: row.can_download === 1,
    canCreateFolder: row.can_create_folder === 1,
    canCreateTeamFolder: row.can_create_team_folder === 1,
    reason: row.message,
  }
}

/** @throws AppError `user.not_found`, also while the user is being deleted */
export async function requireUser(db: Db, id: string): Promise<users.UserDetailRow> {
  const row = await users.findUser(db, id)
  if (!row) throw new AppError('user.not_found')
  return row
}

/** Whether no other administrator could sign in. */
export const isLastAdministrator = async (
  db: Db,
  { role, suspended_at }: users.UserRow,
): Promise<boolean> =>
  role === 'admin' && suspended_at === null && (await countAdministrators(db)) === 1

/** @throws AppError `user.not_found` */
export async function getUserDetail(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  actor: UserActor,
  id: string,
) {
  const row = await requireUser(db, id)
  const [counts, active, byAdministrator, isLast] = await Promise.all([
    users.countFacts(db, id, now()),
    restrictionsOfUser(db, id),
    restrictionsByAdministrator(db, id),
    isLastAdministrator(db, row),
  ])
  return {
    row,
    counts,
    active,
    byAdministrator,
    isSelf: actor.userId === id,
    isLastAdministrator: isLast,
  }
}

/** A user as the target of an audit entry. */
export const auditTarget = ({ id, name }: { id: string; name: string }) => ({
  type: 'user',
  id,
  name,
})

/**
 * Locks all administrators, so that two who demote each other at once run one after the other, and
 * checks that the caller still is one.
 * @param id must not be the last one; null for a change that no administrator loses the role by
 * @throws AppError `auth.forbidden`, `user.last_administrator`
 */
export async function requireAnotherAdministrator(
  tx: Db,
  actor: UserActor,
  id: string | null,
): Promise<void> {
  const administrators = await lockAdministrators(tx)
  if (!administrators.includes(actor.userId)) throw new AppError('auth.forbidden')
  if (isOnlyAdministrator(administrators, id)) throw new AppError('user.last_administrator')
}

/** @throws AppError `user.self` */
export function requireOther(actor: UserActor, id: string): void {
  if (actor.userId === id) throw new AppError('user.self')
}

/**
 * Prevents a stolen token from taking over the account of its user.
 * @throws AppError `token.session_only`
 */
export function requireSessionForSelf(actor: UserActor, id: string): void {
  if (actor.userId === id && !isSessionActor(actor)) throw new AppError('token.session_only')
}

const capacityFacts = ({ capacity_bytes, has_own_capacity }: users.UserRow) => ({
  capacity_bytes,
  has_own_capacity: has_own_capacity === 1,
})

/**
 * Gives a user a storage limit of their own, or that of their plan or of accounts without one.
 * @throws AppError `user.not_found`
 */
export async function changeCapacity(tx: Db, id: string, capacity: CapacityBytes): Promise<void> {
  const user = await requireUser(tx, id)
  if (capacity === 'default') {
    await quotas.dropOwnCapacity(tx, id)
    await applyPlan(tx, id)
  } else await quotas.setOwnCapacity(tx, id, capacity)
  const before = capacityFacts(user)
  const after = capacityFacts(await requireUser(tx, id))
  if (isDeepStrictEqual(before, after)) return
  recordAudit(tx, {
    action: 'user.capacity_changed',
    target: auditTarget(user),
    before,
    after,
  })
}

export const setCapacity = (
  { transact }: Pick<Deps, 'transact'>,
  id: string,
  capacity: CapacityBytes,
): Promise<void> => transact(tx => changeCapacity(tx, id, capacity))

const flag = (isAllowed: boolean): 0 | 1 => (isAllowed ? 1 : 0)

/**
 * Sets what a user may do; what is left out stays, and allowing everything lifts the restriction.
 */
export const setRestrictions = (
  deps: Pick<Deps, 'transact' | 'now'>,
  id: string,
  change: RestrictionsChange,
): Promise<void> =>
  deps.transact(async tx => {
    const user = await requireUser(tx, id)
    // Another administrator may be changing the other ones.
    await quotas.lockOwners(tx, [id])
    const before = await restrictionsByAdministrator(tx, id)
    const { reason, ...flags } = AdminRestrictions.parse({ ...before, ...change })
    if (Object.values(flags).every(Boolean)) await lift(tx, [id], 'administrator')
    else
      await impose(tx, deps, {
        user_id: id,
        reason: 'administrator',
        can_upload: flag(flags.canUpload),
        can_download: flag(flags.canDownload),
        can_create_folder: flag(flags.canCreateFolder),
        can_create_team_folder: flag(flags.canCreateTeamFolder),
        message: reason || null,
      })
    const after = await restrictionsByAdministrator(tx, id)
    recordAudit(tx, { action: 'user.restricted', target: auditTarget(user), before, after })
  })
