import type { Deps } from '../../deps.ts'
import { lockAdministrators } from '../account/index.ts'
import { recordAudit, userTarget } from '../audit/index.ts'
import { readSettings, type Settings } from '../settings/index.ts'
import { findLinkedUser, updateRole } from './openid-role.repository.ts'
import { type Claims, claimAt, claimHas } from './providers/claims.rules.ts'
import type { ProviderIdentity } from './providers/provider-identity.ts'

/**
 * The role that claims give; undefined when roles don't come from the provider, or when it did not
 * send the claim.
 */
function roleIn(
  { openid_role_claim: path, openid_admin_value: value }: Settings,
  claims: Claims,
): 'admin' | 'user' | undefined {
  if (path === null || value === null) return undefined
  const claim = claimAt(claims, path)
  if (claim === undefined) return undefined
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
  const role = roleIn(await readSettings(deps.db), claims)
  const known = role && (await findLinkedUser(deps.db, 'openid', subject))
  if (!known || known.role === role) return
  const isChanged = await deps.transact(async tx => {
    const administrators = await lockAdministrators(tx)
    const isLast = administrators.length === 1 && administrators[0] === known.id
    if (isLast && role === 'user') return false
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
