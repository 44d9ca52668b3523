type Millis = number

/** An account that nobody has any more, while a job clears away what was in it. */
export interface AccountRemovalTable {
  user_id: string
  created_at: Millis
}
