type Millis = number

/** The emptying of a large trash that is under way. */
export interface TrashEmptyingTable {
  owner_id: string
  removed_until: Millis
  total: number
  done: number
}

/** A file that is fetched from a link, and what became of it until its round is over. */
export interface RemoteUploadTable {
  id: string
  user_id: string
  owner_id: string
  parent_id: string
  url: string
  /** Its place among those that were asked for with it. */
  position: number
  state: 'waiting' | 'running' | 'done' | 'failed'
  /** The content of this attempt, by which it also knows whether it is still its turn. */
  blob_id: string | null
  name: string | null
  received_bytes: number
  size_bytes: number | null
  reserved_bytes: number
  /** How often it was begun. */
  attempt: number
  run_at: Millis
  /** The code of what went wrong, and the values of its words as JSON. */
  failure: string | null
  failure_values: string | null
  created_at: Millis
  updated_at: Millis
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
