import type { Deps } from '../../deps.ts'
import { requiresVerifiedEmail } from '../email-verification/index.ts'
import { findUnverifiedAccounts } from './account-deletion.repository.ts'
import { removeAccount } from './account-deletion.service.ts'

const KEPT_MS = 30 * 86_400_000
const BATCH_SIZE = 100

/**
 * Accounts that nobody could come into for thirty days, as their address was never proven. Whoever
 * has something in his was there before proof was asked for, and is left alone.
 */
export async function deleteUnverifiedAccounts(deps: Deps): Promise<number> {
  if (!(await requiresVerifiedEmail(deps.db, deps))) return 0
  const before = new Date(deps.now().getTime() - KEPT_MS)
  for (let removed = 0; ; ) {
    const ids = await findUnverifiedAccounts(deps.db, before, BATCH_SIZE)
    // No letter: whoever reads there may never have heard of us.
    for (const id of ids) await removeAccount(deps, id, { tells: false })
    removed += ids.length
    if (ids.length < BATCH_SIZE) return removed
  }
}
