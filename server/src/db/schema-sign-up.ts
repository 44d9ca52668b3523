/** A link in a letter that proves the address; what it looks like is only known with our secret. */
export interface EmailLinkTable {
  id: string
  purpose: 'verification' | 'recovery'
  user_id: string
  /** Where it was sent: it proves no other address. */
  email: string
  expires_at: number
}

/** A form that was taken, until a job has looked whether the address is new. */
export interface SignUpTable {
  id: string
  name: string
  email: string
  password_hash: string
  language: 'en' | 'es'
  created_at: number
}
