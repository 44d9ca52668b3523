import type { Deps } from '../../deps.ts'
import { lockAdministrators } from '../account/index.ts'
import { recordAudit, userTarget } from '../audit/index.ts'
import { readSettings, type Settings } from '../settings/index.ts'
import { findLinkedUser, updateGivesAdmin, updateRole } from './openid-role.repository.ts'
import { type Claims, claimAt, claimHas } from './providers/claims.rules.ts'
import type { ProviderIdentity } from './providers/provider-identity.ts'

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
    const isLast = administrators.length === 1 && administrators[0] === known.id
    if (isLast && !isAdmin) return false
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
