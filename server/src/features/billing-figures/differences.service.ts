import type { DifferenceQuery } from '@coffer/contract/billing-differences'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { recordAudit } from '../audit/index.ts'
import {
  closeDifferences,
  type DifferenceRow,
  findDifference,
  readDifferences,
} from './differences.repository.ts'

export const listDifferences = ({ db }: Pick<Deps, 'db'>, query: DifferenceQuery) =>
  readDifferences(db, query)

/**
 * Marks a difference as resolved; the payments stay as they are on both sides.
 * @throws AppError `billing.difference_not_found`
 */
export const resolveDifference = (
  { transact, now }: Pick<Deps, 'transact' | 'now'>,
  id: string,
  reason: string,
): Promise<DifferenceRow> =>
  transact(async tx => {
    const change = { resolved_at: now().getTime(), resolution: reason }
    const [closed] = await closeDifferences(tx, [id], change)
    const row = closed && (await findDifference(tx, id))
    if (!row) throw new AppError('billing.difference_not_found')
    recordAudit(tx, {
      action: 'billing.difference_resolved',
      target: { type: 'billing-difference', id, name: row.subject },
      before: { kind: row.kind, ours: row.ours, theirs: row.theirs },
      after: { reason },
    })
    return row
  })
