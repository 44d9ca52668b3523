/** What scripts and programs of a person come with. */
export interface AccessTokenTable {
  id: string
  user_id: string
  name: string
  /** The token itself is nowhere: whoever reads this table can't come in by it. */
  token_hash: string
  may_write: 0 | 1
  may_administer: 0 | 1
  created_at: number
  expires_at: number
  /** To a minute. */
  last_used_at: number | null
}
