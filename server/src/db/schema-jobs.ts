type Millis = number

/** The emptying of a large trash that is under way. */
export interface TrashEmptyingTable {
  owner_id: string
  removed_until: Millis
  total: number
  done: number
}

/** SQLite only: on PostgreSQL pg-boss keeps the queue. */
export interface JobTable {
  id: string
  name: string
  payload: string
  /** Of several that wait under one key one is enough. */
  key: string | null
  state: 'waiting' | 'running' | 'dead'
  /** How often it was begun, and how often it may be. */
  attempt: number
  attempts: number
  run_at: Millis
  leased_until: Millis | null
  /** Why the last attempt failed. */
  reason: string | null
  created_at: Millis
}
