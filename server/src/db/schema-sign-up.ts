/** A link in an email that verifies its address; creating its token needs the app secret. */
export interface EmailLinkTable {
  id: string
  purpose: 'verification' | 'password_reset'
  user_id: string
  /** The address it was sent to; it verifies no other. */
  email: string
  expires_at: number
}

/** A submitted sign-up form, until a job has checked whether the address is new. */
export interface SignUpTable {
  id: string
  name: string
  email: string
  password_hash: string
  language: string
  created_at: number
}
