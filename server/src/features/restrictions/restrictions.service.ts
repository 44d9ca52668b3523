import type { Actor } from '../../actor.ts'
import type { Db } from '../../db/open.ts'
import type { UserRestrictionRow } from '../../db/schema-quotas.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { quotaExceeded } from '../quotas/index.ts'
import { readSettings } from '../settings/index.ts'
import * as restrictions from './restrictions.repository.ts'
import {
  type Ability,
  type Owned,
  refusalOf,
  type SubscriptionType,
  type Withheld,
  withheldFrom,
} from './restrictions.rules.ts'

const restrictedAmong = (owned: readonly Owned[]): string[] => [
  ...new Set(owned.filter(one => one.owner_restricted === 1).map(one => one.owner_id)),
]

async function judge(db: Db, userIds: readonly string[]): Promise<[string, Withheld][]> {
  const { subscription_type: type } = await readSettings(db)
  const standings = await restrictions.findStandings(db, userIds)
  return [...standings].map(([userId, standing]) => [userId, withheldFrom(type, standing)])
}

/**
 * The one place where restrictions stop anybody. Where nothing was imposed it costs no query: a full
 * storage is found out by the quota itself, in the statement that takes the room.
 * @throws AppError with the reason in words, to the owner himself
 */
export async function requireUnrestricted(
  db: Db,
  actor: Actor,
  owned: readonly Owned[],
  ability: Ability,
): Promise<void> {
  const owners = restrictedAmong(owned)
  if (owners.length === 0) return
  for (const [userId, { [ability]: reason }] of await judge(db, owners)) {
    if (!reason) continue
    const code = refusalOf(ability, reason)
    if (actor.kind === 'user' && actor.userId === userId)
      throw new AppError(code, { detail: `restriction.${reason}` })
    // Why an owner can't pay is not for others to know.
    throw code === 'upload.quota_exceeded' ? quotaExceeded(actor, userId) : new AppError(code)
  }
}

/** Those whose data nobody gets any more, for as long as it lasts. */
export async function findUnavailable(
  db: Db,
  owned: readonly Owned[],
): Promise<ReadonlySet<string>> {
  const owners = restrictedAmong(owned)
  if (owners.length === 0) return new Set()
  const judged = await judge(db, owners)
  return new Set(judged.filter(([, { canDownload }]) => canDownload).map(([userId]) => userId))
}

/** The others of them, where only their ids are known. */
export async function filterAvailable(
  db: Db,
  ownerIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const gone = await findUnavailable(db, await restrictions.restrictedAmong(db, ownerIds))
  return new Set(ownerIds.filter(id => !gone.has(id)))
}

interface Account {
  id: string
  used_bytes: number
  capacity_bytes: number | null
  owner_restricted: 0 | 1
}

/** All that is withheld from an account that was read already. */
export async function withheldFromAccount(
  db: Db,
  type: SubscriptionType,
  { id, owner_restricted, ...quota }: Account,
): Promise<Withheld> {
  const standing = owner_restricted && (await restrictions.findStandings(db, [id])).get(id)
  return withheldFrom(type, standing || { ...quota, imposed: [] })
}

/**
 * Takes something from somebody, or changes what is taken for the same reason. Open pages are told,
 * and what runs ends by itself.
 */
export const impose = (
  tx: Db,
  { now }: Pick<Deps, 'now'>,
  imposed: Omit<UserRestrictionRow, 'created_at'>,
): Promise<void> => restrictions.insertRestriction(tx, { ...imposed, created_at: now().getTime() })

export const lift = (tx: Db, userId: string, reason: UserRestrictionRow['reason']): Promise<void> =>
  restrictions.deleteRestriction(tx, userId, reason)
