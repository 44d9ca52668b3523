import type { Db } from '../../db/open.ts'
import type { Deps } from '../../deps.ts'
import {
  isOnlyAdministrator,
  lockAdministrators,
  requireNotLastAdministrator,
} from '../account/index.ts'
import { recordAudit, userTarget } from '../audit/index.ts'
import { readSettings, type Settings } from '../settings/index.ts'
import { findLinkedUser, updateGivesAdmin, updateRole } from './openid-role.repository.ts'
import { type Claims, claimAt, claimHas } from './providers/claims.rules.ts'
import type { ProviderIdentity } from './providers/provider-identity.ts'
import { isAdministrator } from './sessions.repository.ts'

type LinkedUser = NonNullable<Awaited<ReturnType<typeof findLinkedUser>>>

/**
 * The role that claims give; undefined when roles don't come from the provider. Without the claim a role
 * stays, unless the claim gave it: some providers leave it out once a user is in no group.
 */
function roleIn(
  { openid_role_claim: path, openid_admin_value: value }: Settings,
  claims: Claims,
  { gives_admin }: LinkedUser,
): 'admin' | 'user' | undefined {
  if (path === null || value === null) return undefined
  const claim = claimAt(claims, path)
  if (claim === undefined) return gives_admin === 1 ? 'user' : undefined
  return claimHas(claim, value) ? 'admin' : 'user'
}

/**
 * Gives a user who signs in the role that the provider states. The last administrator who can
 * sign in keeps the role (A10), because no user could give it back.
 */
export async function applyRoleClaim(
  deps: Pick<Deps, 'db' | 'transact' | 'now' | 'live'>,
  { subject, claims }: ProviderIdentity,
): Promise<void> {
  if (!claims || subject === undefined) return
  const known = await findLinkedUser(deps.db, 'openid', subject)
  const role = known && roleIn(await readSettings(deps.db), claims, known)
  if (!role) return
  const isAdmin = role === 'admin'
  if (known.role === role && known.gives_admin === (isAdmin ? 1 : 0)) return
  const isChanged = await deps.transact(async tx => {
    const administrators = await lockAdministrators(tx)
    if (isOnlyAdministrator(administrators, known.id) && !isAdmin) return false
    await updateGivesAdmin(tx, known.account_id, isAdmin)
    if (known.role === role) return false
    await updateRole(tx, known.id, { role, now: deps.now() })
    recordAudit(tx, {
      action: 'user.role_changed',
      target: await userTarget(tx, known.id),
      before: { role: known.role },
      after: { role, source: 'openid' },
      actor: { type: 'system' },
    })
    return true
  })
  // Open admin pages close with the role.
  if (isChanged) deps.live.revalidate(known.id)
}

/**
 * Makes an administrator by the claim a user again.
 * @param administrators locked in the same transaction
 * @throws AppError `account.last_administrator`
 */
export async function withdrawClaimedRole(
  tx: Db,
  { now }: Pick<Deps, 'now'>,
  { userId, administrators }: { userId: string; administrators: readonly string[] },
): Promise<void> {
  if (!(await isAdministrator(tx, userId))) return
  requireNotLastAdministrator(administrators, userId)
  await updateRole(tx, userId, { role: 'user', now: now() })
  recordAudit(tx, {
    action: 'user.role_changed',
    target: await userTarget(tx, userId),
    before: { role: 'admin' },
    after: { role: 'user', source: 'openid' },
  })
}
