import { DAY_MS } from '@coffer/contract/durations'
import type { Deps } from '../../deps.ts'
import * as log from './audit.repository.ts'
import { recordAudit } from './record-audit.ts'

const BATCH_SIZE = 10_000

/**
 * Deletes entries that are older than the given days, from the beginning of the log. The anchor keeps
 * the hash of the last deleted one, so that the rest can still be verified.
 * @param days 0 keeps all entries
 */
export async function trimAuditLog(
  { transact, now }: Pick<Deps, 'transact' | 'now'>,
  days: number,
): Promise<void> {
  if (days === 0) return
  const before = now().getTime() - days * DAY_MS
  for (let isDone = false; !isDone; ) {
    isDone = await transact(async tx => {
      const { anchor_seq, last_seq } = await log.lockChain(tx)
      const last = await log.findLastBefore(tx, {
        from: anchor_seq + 1,
        before,
        limit: Math.min(BATCH_SIZE, last_seq - anchor_seq),
      })
      if (!last) return true
      await log.deleteUpTo(tx, last)
      recordAudit(tx, {
        action: 'audit.trimmed',
        after: {
          count: last.seq - anchor_seq,
          last_number: last.seq,
          until: new Date(last.at).toISOString(),
        },
      })
      return last.seq - anchor_seq < BATCH_SIZE
    })
  }
}
