/** Personal access tokens of scripts and apps. */
export interface AccessTokenTable {
  id: string
  user_id: string
  name: string
  /** Only the hash is stored, so that reading this table does not grant access. */
  token_hash: string
  may_write: 0 | 1
  may_administer: 0 | 1
  created_at: number
  expires_at: number
  /** Rounded to a minute. */
  last_used_at: number | null
}
