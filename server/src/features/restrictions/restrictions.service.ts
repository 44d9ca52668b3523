import type { Actor } from '../../actor.ts'
import type { Db } from '../../db/open.ts'
import type { UserRestrictionRow } from '../../db/schema-quotas.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { quotaExceeded } from '../quotas/index.ts'
import { readSettings } from '../settings/index.ts'
import * as restrictions from './restrictions.repository.ts'
import {
  type ActiveRestrictions,
  activeRestrictions,
  messageFor,
  type Owned,
  type RestrictionFlag,
  restrictionErrorCode,
  type SubscriptionType,
} from './restrictions.rules.ts'

const restrictedOwnerIds = (owned: readonly Owned[]): string[] => [
  ...new Set(
    owned.filter(({ owner_restricted }) => owner_restricted === 1).map(({ owner_id }) => owner_id),
  ),
]

async function loadActiveRestrictions(
  db: Db,
  userIds: readonly string[],
): Promise<[string, ActiveRestrictions][]> {
  const { subscription_type: type } = await readSettings(db)
  const states = await restrictions.findAccountStates(db, userIds)
  return [...states].map(([userId, state]) => [userId, activeRestrictions(type, state)])
}

/**
 * Rejects an action that is restricted for an owner of the data (ACC-27, ACC-28). It needs no query
 * for unrestricted owners: the statement that reserves quota detects full storage.
 * @throws AppError `upload.restricted`, `upload.quota_exceeded`, `download.restricted` or
 * `folder.restricted`; only the owner gets the reason as its detail
 */
export async function requireUnrestricted(
  db: Db,
  actor: Actor,
  owned: readonly Owned[],
  flag: RestrictionFlag,
): Promise<void> {
  const owners = restrictedOwnerIds(owned)
  if (owners.length === 0) return
  for (const [userId, active] of await loadActiveRestrictions(db, owners)) {
    const reason = active[flag]
    if (!reason) continue
    const code = restrictionErrorCode(flag, reason)
    if (actor.kind === 'user' && actor.userId === userId)
      throw new AppError(code, {
        detail: `restriction.${reason}`,
        message: messageFor(active, reason),
      })
    // Other users must not learn why the owner is restricted.
    throw code === 'upload.quota_exceeded' ? quotaExceeded(actor, userId) : new AppError(code)
  }
}

/** Returns the ids of the owners whose data can't be downloaded. */
async function findOwnersWithoutDownloads(
  db: Db,
  owners: readonly string[],
): Promise<ReadonlySet<string>> {
  if (owners.length === 0) return new Set()
  const restrictionsByOwner = await loadActiveRestrictions(db, owners)
  return new Set(
    restrictionsByOwner.filter(([, { canDownload }]) => canDownload).map(([userId]) => userId),
  )
}

/** Returns the ids of the owners whose links don't work: without downloads, or suspended. */
export async function findUnavailableOwners(
  db: Db,
  owned: readonly Owned[],
): Promise<ReadonlySet<string>> {
  const owners = restrictedOwnerIds(owned)
  if (owners.length === 0) return new Set()
  const suspended = await restrictions.findSuspended(db, owners)
  return new Set([...(await findOwnersWithoutDownloads(db, owners)), ...suspended])
}

/** Returns all restrictions in force for a user. */
export async function restrictionsOfUser(db: Db, userId: string): Promise<ActiveRestrictions> {
  const [first] = await loadActiveRestrictions(db, [userId])
  return first?.[1] ?? {}
}

/** Returns the ids of the owners whose data can be downloaded. */
export async function filterAvailableOwners(
  db: Db,
  ownerIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const restricted = await restrictions.findRestrictedOwners(db, ownerIds)
  const unavailable = await findOwnersWithoutDownloads(db, restrictedOwnerIds(restricted))
  return new Set(ownerIds.filter(id => !unavailable.has(id)))
}

interface Account {
  id: string
  used_bytes: number
  capacity_bytes: number | null
  owner_restricted: 0 | 1
}

/** Returns the restrictions of an account whose quota was already read. */
export async function restrictionsOfAccount(
  db: Db,
  type: SubscriptionType,
  { id, owner_restricted, ...quota }: Account,
): Promise<ActiveRestrictions> {
  const state = owner_restricted && (await restrictions.findAccountStates(db, [id])).get(id)
  return activeRestrictions(type, state || { ...quota, imposed: [] })
}

/**
 * Imposes a restriction on a user, or replaces the one with the same reason. Open pages are notified,
 * and running transfers end at their next check.
 */
export const impose = (
  tx: Db,
  { now }: Pick<Deps, 'now'>,
  imposed: Omit<UserRestrictionRow, 'created_at' | 'message'> & { message?: string | null },
): Promise<void> =>
  restrictions.insertRestriction(tx, { message: null, ...imposed, created_at: now().getTime() })

/** Lifts the restrictions of users with this reason; others stay. */
export const lift = (
  tx: Db,
  userIds: readonly string[],
  reason: UserRestrictionRow['reason'],
): Promise<void> => restrictions.deleteRestrictions(tx, userIds, reason)
