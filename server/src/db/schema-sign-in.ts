import type { ColumnType } from 'kysely'

/** Columns of Better Auth take ISO text in UTC and return it as text or as a Date. */
export type IsoTime = ColumnType<string | Date, string, string>

export type MaybeTime = ColumnType<string | Date | null, string | null | undefined, string | null>

/** Better Auth's state between the calls of one sign-in. */
export interface VerificationTable {
  id: string
  identifier: string
  value: string
  expires_at: IsoTime
  created_at: IsoTime
  updated_at: IsoTime
}

export interface PasskeyTable {
  id: string
  user_id: string
  name: string | null
  credential_id: string
  aaguid: string | null
  created_at: MaybeTime
  last_used_at: MaybeTime
}

/** Used codes of authenticator apps; each code is accepted once. */
export interface UsedCodeTable {
  user_id: string
  code: string
  used_at: number
}
