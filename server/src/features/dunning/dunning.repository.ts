import type { Db } from '../../db/open.ts'
import type { Page } from '../../db/pages.ts'
import type { DunningRow } from '../../db/schema-subscriptions.ts'
import { LAST_STEP } from './dunning.rules.ts'

export type DunningReason = DunningRow['reason']

/** @returns the id, or undefined if the user is already reminded for this reason */
export async function insertDunning(
  db: Db,
  row: { id: string; user_id: string; reason: DunningReason; started_at: number },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('dunnings')
    .values({ ...row, step: 0 })
    .onConflict(oc =>
      oc.columns(['user_id', 'reason']).where('resolved_at', 'is', null).doNothing(),
    )
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Takes the next step unless another process has. */
export async function takeStep(
  db: Db,
  { id, step }: Pick<DunningRow, 'id' | 'step'>,
  sentAt: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('dunnings')
    .set({ step: step + 1, step_sent_at: sentAt })
    .where('id', '=', id)
    .where('step', '=', step)
    .where('resolved_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** @returns whether any was open */
export async function resolve(
  db: Db,
  userId: string,
  reasons: readonly DunningReason[],
  resolvedAt: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('dunnings')
    .set({ resolved_at: resolvedAt })
    .where('user_id', '=', userId)
    .where('reason', 'in', reasons)
    .where('resolved_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function isRestricted(db: Db, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('dunnings')
    .select('id')
    .where('user_id', '=', userId)
    .where('step', '=', LAST_STEP)
    .where('resolved_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/** The open dunnings of users. */
export const findOpen = (db: Db, userIds: readonly string[]): Promise<DunningRow[]> =>
  userIds.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('dunnings')
        .selectAll()
        .where('user_id', 'in', userIds)
        .where('resolved_at', 'is', null)
        .orderBy('started_at')
        .execute()

/** Open dunnings whose next reminder is due. */
export const findDue = (db: Db, sentBefore: number, page: Page): Promise<DunningRow[]> =>
  db
    .selectFrom('dunnings')
    .selectAll()
    .where('resolved_at', 'is', null)
    .where('step', '<', LAST_STEP)
    .where(eb => eb.or([eb('step_sent_at', 'is', null), eb('step_sent_at', '<=', sentBefore)]))
    .where('id', '>', page.after)
    .orderBy('id')
    .limit(page.limit)
    .execute()
