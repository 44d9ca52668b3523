import { lockUser } from '../../db/lock-user.ts'
import type { Deps } from '../../deps.ts'
import { requiresVerifiedEmail } from '../email-verification/index.ts'
import { findUnverifiedAccounts, isUnverifiedAccount } from './account-deletion.repository.ts'
import { removeAccount } from './account-deletion.service.ts'

const RETENTION_MS = 30 * 86_400_000
const BATCH_SIZE = 100

/**
 * Deletes accounts whose address was not verified for thirty days. Accounts that were signed in to, or
 * have items, stay: they were in use before verification was required.
 * @returns the number of accounts that were due
 */
export async function deleteUnverifiedAccounts(deps: Deps): Promise<number> {
  if (!(await requiresVerifiedEmail(deps.db, deps))) return 0
  const before = new Date(deps.now().getTime() - RETENTION_MS)
  for (let removed = 0; ; ) {
    const ids = await findUnverifiedAccounts(deps.db, before, BATCH_SIZE)
    for (const id of ids) await removeUnverifiedAccount(deps, id, before)
    removed += ids.length
    if (ids.length < BATCH_SIZE) return removed
  }
}

const removeUnverifiedAccount = (deps: Deps, id: string, createdBefore: Date): Promise<void> =>
  removeAccount(deps, id, {
    // Send no email: the address may belong to someone who never signed up.
    sendsEmail: false,
    async isDue(tx) {
      // Its owner may have verified the address and signed in since the accounts were listed.
      await lockUser(tx, id, 'alone')
      return isUnverifiedAccount(tx, id, createdBefore)
    },
  })
