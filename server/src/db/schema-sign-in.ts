import type { ColumnType } from 'kysely'

/** In Better Auth's tables: ISO text in UTC goes in, and comes out as it is or as a Date. */
export type IsoTime = ColumnType<string | Date, string, string>

export type MaybeTime = ColumnType<string | Date | null, string | null | undefined, string | null>

/** What Better Auth remembers between two calls of one sign-in. */
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

/** Codes of an authenticator app, each of which counts once. */
export interface UsedCodeTable {
  user_id: string
  code: string
  used_at: number
}
