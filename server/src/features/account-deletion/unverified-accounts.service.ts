import type { Deps } from '../../deps.ts'
import { demandsProof } from '../email-verification/index.ts'
import { findUnproven } from './account-deletion.repository.ts'
import { removeAccount } from './account-deletion.service.ts'

const KEPT_MS = 30 * 86_400_000
const AT_ONCE = 100

/**
 * Accounts that nobody could come into for thirty days, as their address was never proven. Whoever
 * has something in his was there before proof was asked for, and is left alone.
 */
export async function removeUnproven(deps: Deps): Promise<number> {
  if (!(await demandsProof(deps.db, deps))) return 0
  const before = new Date(deps.now().getTime() - KEPT_MS)
  for (let removed = 0; ; ) {
    const ids = await findUnproven(deps.db, before, AT_ONCE)
    // No letter: whoever reads there may never have heard of us.
    for (const id of ids) await removeAccount(deps, id, { tells: false })
    removed += ids.length
    if (ids.length < AT_ONCE) return removed
  }
}
