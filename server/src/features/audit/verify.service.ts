import { setImmediate as nextTick } from 'node:timers/promises'
import { hashOf } from '../../db/audit-chain.ts'
import type { Db } from '../../db/open.ts'
import type { AuditEntryRow } from '../../db/schema-audit.ts'
import type { Deps } from '../../deps.ts'
import * as log from './audit.repository.ts'

const BATCH_SIZE = 5000

/** The end of a verified log; a noted one shows later that nothing before it changed. */
export interface Checkpoint {
  seq: number
  hash: string
}

interface Problem {
  seq: number
  problem: 'changed' | 'missing' | 'inserted'
}

export type Verification =
  | { isValid: true; count: number; end: Checkpoint }
  | ({ isValid: false } & Problem)

const missing = (seq: number): Problem => ({ seq, problem: 'missing' })
const changed = (seq: number): Problem => ({ seq, problem: 'changed' })

/** Whether an entry follows the one before it. */
function checkEntry(entry: AuditEntryRow, before: Checkpoint): Problem | undefined {
  if (entry.seq > before.seq + 1) return missing(before.seq + 1)
  const isUnchanged = entry.previous_hash === before.hash && entry.hash === hashOf(entry)
  return isUnchanged ? undefined : changed(entry.seq)
}

/** Reads entries in batches, with a turn for other requests in between. */
async function* readEntries(db: Db, first: number, last: number): AsyncGenerator<AuditEntryRow> {
  for (let from = first; from <= last; ) {
    const rows = await log.readFrom(db, from, Math.min(BATCH_SIZE, last - from + 1))
    yield* rows.filter(row => row.seq <= last)
    from = (rows.at(-1)?.seq ?? last) + 1
    await nextTick()
  }
}

interface Span {
  /** The last entry that retention has deleted. */
  anchor: Checkpoint
  end: Checkpoint
}

async function findProblem(
  db: Db,
  { anchor, end }: Span,
  checkpoint: Checkpoint | undefined,
): Promise<Problem | undefined> {
  let before = anchor
  for await (const entry of readEntries(db, anchor.seq + 1, end.seq)) {
    const problem = checkEntry(entry, before)
    if (problem) return problem
    if (entry.seq === checkpoint?.seq && entry.hash !== checkpoint.hash) return changed(entry.seq)
    before = { seq: entry.seq, hash: entry.hash }
  }
  if (before.seq < end.seq) return missing(before.seq + 1)
  if (before.hash !== end.hash) return changed(end.seq)
  return checkpoint && checkpoint.seq > end.seq ? missing(end.seq + 1) : undefined
}

/** An entry after the end was not written by the server. */
async function findInserted(db: Db, end: Checkpoint): Promise<Problem | undefined> {
  const [entry] = await log.readFrom(db, end.seq + 1, 1)
  if (!entry || entry.seq <= (await log.readChain(db)).last_seq) return undefined
  return { seq: entry.seq, problem: 'inserted' }
}

/** The log itself records where retention has cut it; any other beginning was made by hand. */
async function findCut(db: Db, anchor: Checkpoint): Promise<Problem | undefined> {
  const trimmedTo = await log.findTrimmedTo(db)
  return trimmedTo === anchor.seq ? undefined : missing(Math.min(trimmedTo, anchor.seq) + 1)
}

const spanOf = ({
  anchor_seq,
  anchor_hash,
  last_seq,
  last_hash,
}: Awaited<ReturnType<typeof log.readChain>>): Span => ({
  anchor: { seq: anchor_seq, hash: anchor_hash },
  end: { seq: last_seq, hash: last_hash },
})

/**
 * Verifies that no entry was changed, inserted, moved or taken out, also not the last ones. It reads
 * the log in batches beside a running server; entries that are added meanwhile are left out.
 * @param checkpoint an end that was noted before and has to be part of the log
 */
export async function verifyLog(
  { db }: Pick<Deps, 'db'>,
  checkpoint?: Checkpoint,
): Promise<Verification> {
  const { anchor, end } = spanOf(await log.readChain(db))
  const problem =
    (await findProblem(db, { anchor, end }, checkpoint)) ??
    (await findInserted(db, end)) ??
    (await findCut(db, anchor))
  if (!problem) return { isValid: true, count: end.seq - anchor.seq, end }
  // Retention has cut the log meanwhile.
  const isTrimmed = (await log.readChain(db)).anchor_seq !== anchor.seq
  return isTrimmed ? verifyLog({ db }, checkpoint) : { isValid: false, ...problem }
}
