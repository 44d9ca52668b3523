import { createHash } from 'node:crypto'
import { inBatches } from '../lib/batches.ts'
import { type Db, hasRowLocks } from './open.ts'
import type { AuditEntryRow } from './schema-audit.ts'
import { ROWS_PER_STATEMENT } from './write-in-batches.ts'

/** An entry before its place in the log is known. */
export type NewAuditEntry = Omit<AuditEntryRow, 'seq' | 'at' | 'previous_hash' | 'hash'>

type UnhashedEntry = Omit<AuditEntryRow, 'hash'>

const collected = new WeakMap<Db, NewAuditEntry[]>()

/** Starts collecting the entries of a transaction; called once per piece of work. */
export function collectEntries(tx: Db): readonly NewAuditEntry[] {
  const entries: NewAuditEntry[] = []
  collected.set(tx, entries)
  return entries
}

/** Adds an entry, which is appended at the end of the transaction and dropped if it fails. */
export function addEntry(tx: Db, entry: NewAuditEntry): void {
  const entries = collected.get(tx)
  if (!entries) throw new Error(`${entry.action} can only be recorded within transact()`)
  entries.push(entry)
}

/** The hash of an entry: SHA-256 over the hash of the entry before and all its columns in order. */
export function hashOf(entry: UnhashedEntry): string {
  const columns = [
    ...[entry.seq, entry.at],
    ...[entry.actor_type, entry.actor_id, entry.actor_name, entry.actor_key, entry.token_name],
    ...[entry.ip, entry.device, entry.request_id],
    ...[entry.action, entry.category],
    ...[entry.target_type, entry.target_id, entry.target_name, entry.target_key],
    ...[entry.before, entry.after],
  ]
  const content = `${entry.previous_hash}\n${JSON.stringify(columns)}`
  return createHash('sha256').update(content).digest('base64url')
}

/** Numbers and chains entries that follow the given end of the log. */
export function chainEntries(
  entries: readonly NewAuditEntry[],
  { seq, hash, at }: { seq: number; hash: string; at: number },
): AuditEntryRow[] {
  let previousHash = hash
  return entries.map((entry, index) => {
    const unhashed = { ...entry, seq: seq + index + 1, at, previous_hash: previousHash }
    previousHash = hashOf(unhashed)
    return { ...unhashed, hash: previousHash }
  })
}

/** Appends the entries of a transaction. The lock on the end of the log lasts until its commit. */
export async function appendEntries(
  tx: Db,
  entries: readonly NewAuditEntry[],
  now: () => Date,
): Promise<void> {
  const query = tx.selectFrom('audit_chain').select(['last_seq', 'last_hash']).where('id', '=', 1)
  const end = await (hasRowLocks(tx) ? query.forUpdate() : query).executeTakeFirstOrThrow()
  const rows = chainEntries(entries, {
    seq: end.last_seq,
    hash: end.last_hash,
    // Read under the lock, so that times follow the order of entries.
    at: now().getTime(),
  })
  for (const batch of inBatches(rows, ROWS_PER_STATEMENT))
    await tx.insertInto('audit_entries').values(batch).execute()
  const last = rows.at(-1) as AuditEntryRow
  await tx
    .updateTable('audit_chain')
    .set({ last_seq: last.seq, last_hash: last.hash })
    .where('id', '=', 1)
    .execute()
}
