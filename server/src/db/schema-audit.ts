import type { Selectable } from 'kysely'

/** One entry of the audit log, never changed after it was written; `audit-chain.ts` computes the hashes. */
export interface AuditEntryTable {
  /** Without gaps; assigned in the order in which entries are committed. */
  seq: number
  at: number
  actor_type: 'user' | 'token' | 'system' | 'guest'
  /** No reference, because entries outlive the user; the name is the one at that time. */
  actor_id: string | null
  actor_name: string | null
  /** Lowercase, for search and sorting. */
  actor_key: string | null
  /** The name of the access token, if one was used. */
  token_name: string | null
  ip: string | null
  device: string | null
  request_id: string | null
  action: string
  /** The part of the action before the dot. */
  category: string
  target_type: string | null
  target_id: string | null
  target_name: string | null
  target_key: string | null
  /** JSON objects without secrets; only the fields that differ if both are known. */
  before: string | null
  after: string | null
  previous_hash: string
  hash: string
}
export type AuditEntryRow = Selectable<AuditEntryTable>

/** The ends of the log, in a single row. */
export interface AuditChainTable {
  id: 1
  /** The last entry; 0 and an empty hash in an empty log. */
  last_seq: number
  last_hash: string
  /** The last entry that retention has deleted: the first one that is left follows it. */
  anchor_seq: number
  anchor_hash: string
}
