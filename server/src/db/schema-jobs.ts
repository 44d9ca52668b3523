type Millis = number

/** Emptying a large trash, in progress. */
export interface TrashEmptyingTable {
  owner_id: string
  removed_until: Millis
  total: number
  done: number
}

/** A file to fetch from a link, or its result until the batch is cleared. */
export interface RemoteUploadTable {
  id: string
  user_id: string
  owner_id: string
  parent_id: string
  url: string
  /** Order within the links added together. */
  position: number
  state: 'waiting' | 'running' | 'done' | 'failed'
  /** The blob of the current attempt; it also shows whether the attempt is still the active one. */
  blob_id: string | null
  name: string | null
  received_bytes: number
  size_bytes: number | null
  reserved_bytes: number
  /** Number of attempts started. */
  attempt: number
  run_at: Millis
  /** Error code, and the values of its message as JSON. */
  failure: string | null
  failure_values: string | null
  created_at: Millis
  updated_at: Millis
}

/** SQLite only; on PostgreSQL pg-boss stores the queue. */
export interface JobTable {
  id: string
  name: string
  payload: string
  /** Of several waiting jobs with the same key, one is enough. */
  key: string | null
  state: 'waiting' | 'running' | 'dead'
  /** Number of attempts started, and the maximum. */
  attempt: number
  attempts: number
  run_at: Millis
  leased_until: Millis | null
  /** Error message of the last attempt. */
  reason: string | null
  created_at: Millis
}
