import type { DunningRow } from '../../db/schema-subscriptions.ts'
import type { Deps } from '../../deps.ts'
import { attemptEach } from '../../lib/attempt-each.ts'
import { findDueDunnings, remind, resolveDunnings, startDunning } from '../dunning/index.ts'
import { readModes } from '../gateways/index.ts'
import {
  amountDue,
  type CollectDeps,
  collectDebts,
  findShort,
  findUnreminded,
} from '../payments/index.ts'
import { readSettings } from '../settings/index.ts'

const BATCH = 500

export type ReminderDeps = CollectDeps & Pick<Deps, 'jobs' | 'now' | 'newId'>

/**
 * Sends the reminders that are due. A failed payment is tried again first, so that no user is
 * reminded of a payment that succeeds.
 */
export const sendReminders = (deps: ReminderDeps): Promise<void> =>
  attemptEach(findDueDunnings(deps.db, deps), dunning => sendReminder(deps, dunning))

async function sendReminder(deps: ReminderDeps, dunning: DunningRow): Promise<void> {
  const { user_id: userId, reason } = dunning
  if (reason === 'unpaid_invoice') await collectDebts(deps, userId)
  const due = await amountDue(deps.db, deps, userId, reason)
  await deps.transact(async tx => {
    if (due) await remind(tx, deps, dunning, due)
    else await resolveDunnings(tx, deps, userId, [reason])
  })
}

/** Begins to remind metered users who have to pay before they continue. */
export async function checkBalances(deps: ReminderDeps): Promise<void> {
  if ((await readSettings(deps.db)).subscription_type !== 'metered') return
  const gateways = await readModes(deps.db, deps)
  for (let after = ''; ; ) {
    const users = await findUnreminded(deps.db, gateways, { after, limit: BATCH })
    const last = users.at(-1)
    if (!last) return
    after = last.user_id
    for (const { due, ...user } of await findShort(deps.db, deps, users))
      await deps.transact(tx => startDunning(tx, deps, { ...user, due }))
  }
}
