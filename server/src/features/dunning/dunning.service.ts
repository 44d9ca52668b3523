import type { Money } from '@coffer/contract/money'
import type { NotificationType } from '@coffer/contract/notifications'
import type { Db } from '../../db/open.ts'
import { rowsOf } from '../../db/pages.ts'
import type { DunningRow } from '../../db/schema-subscriptions.ts'
import type { Deps } from '../../deps.ts'
import { moneyValue } from '../../lib/translate.ts'
import { notify, TO_BILLING } from '../notifications/index.ts'
import { impose, lift } from '../restrictions/index.ts'
import type { DunningReason } from './dunning.repository.ts'
import * as dunnings from './dunning.repository.ts'
import { dueBefore, LAST_STEP, nextStep } from './dunning.rules.ts'

type DunningDeps = Pick<Deps, 'jobs' | 'now' | 'newId'>

/** Texts of the reminders by reason and step. */
const REMINDERS: Record<DunningReason, readonly [first: NotificationType, ...NotificationType[]]> =
  {
    unpaid_invoice: ['payment_failed_first', 'payment_failed_second', 'payment_failed_restricted'],
    usage_bigger_than_balance: [
      'balance_low_first',
      'balance_low_second',
      'balance_low_restricted',
    ],
    limit_usage_in_new_accounts: [
      'new_account_limit_first',
      'new_account_limit_second',
      'new_account_limit_restricted',
    ],
  }

const CATEGORIES = {
  unpaid_invoice: 'payment-alert',
  usage_bigger_than_balance: 'insufficient-balance',
  limit_usage_in_new_accounts: 'insufficient-balance',
} as const

interface Debt {
  userId: string
  reason: DunningReason
  due: Money
  /** Replaces the usual text of the first reminder. */
  first?: NotificationType | undefined
}

/**
 * Begins to remind a user, with the first reminder at once.
 * @returns false if it has begun before, in which case nothing happens
 */
export async function startDunning(
  tx: Db,
  deps: DunningDeps,
  { userId, reason, due, first }: Debt,
): Promise<boolean> {
  const id = deps.newId()
  const started_at = deps.now().getTime()
  if (!(await dunnings.insertDunning(tx, { id, user_id: userId, reason, started_at }))) return false
  await remind(tx, deps, { id, user_id: userId, reason, step: 0, step_sent_at: null }, due, first)
  return true
}

/**
 * Sends the next reminder if it is due, once in all processes. The last one restricts the account
 * until the user pays (BILL-6).
 * @returns whether a reminder was sent
 */
export async function remind(
  tx: Db,
  deps: DunningDeps,
  dunning: Pick<DunningRow, 'id' | 'user_id' | 'reason' | 'step' | 'step_sent_at'>,
  due: Money,
  first?: NotificationType,
): Promise<boolean> {
  const now = deps.now().getTime()
  const step = nextStep(dunning, now)
  if (step === undefined || !(await dunnings.takeStep(tx, dunning, now))) return false
  const { user_id, reason } = dunning
  if (step === LAST_STEP)
    await impose(tx, deps, {
      user_id,
      reason: 'unpaid',
      can_upload: 0,
      can_download: 0,
      can_create_folder: 0,
      can_create_team_folder: 0,
    })
  await notify(tx, deps, [user_id], {
    category: CATEGORIES[reason],
    type: (step === 1 ? first : undefined) ?? REMINDERS[reason][step - 1] ?? REMINDERS[reason][0],
    params: { due: moneyValue(due) },
    action: TO_BILLING,
    email: 'same',
  })
  return true
}

/**
 * Ends reminders in the transaction that pays. The restriction is lifted at once unless another
 * reason keeps it; that of an administrator stays.
 */
export async function resolveDunnings(
  tx: Db,
  { now }: Pick<Deps, 'now'>,
  userId: string,
  reasons: readonly DunningReason[],
): Promise<void> {
  if (!(await dunnings.resolve(tx, userId, reasons, now().getTime()))) return
  if (!(await dunnings.isRestricted(tx, userId))) await lift(tx, [userId], 'unpaid')
}

/** Open dunnings whose next reminder is due. */
export const findDueDunnings = (db: Db, { now }: Pick<Deps, 'now'>): AsyncGenerator<DunningRow> =>
  rowsOf(page => dunnings.findDue(db, dueBefore(now().getTime()), page))
