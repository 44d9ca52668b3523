import type { Generated, Selectable } from 'kysely'

type Millis = number

/** An invited user who has not chosen a password yet. */
interface UserInvitationTable {
  user_id: string
  /** Given when the invitation is accepted. */
  role: 'admin' | 'user'
  language: string | null
  message: string | null
  /** The link of the last email; null before the first. */
  link_id: string | null
  sent_at: Millis
  expires_at: Millis
}

/** A new address that the user has not confirmed yet. */
interface EmailChangeTable {
  user_id: string
  link_id: string
  email: string
  expires_at: Millis
}

/** Columns that the list of users filters and sorts by; triggers keep all but the names up to date. */
interface UserDirectoryTable {
  user_id: string
  name_key: string
  email_key: string
  /** 0 admin, 1 user. */
  role: Generated<number>
  /** In the order of `USER_STATES`. */
  state: Generated<number>
  two_factor: Generated<number>
  /** In the order of `STORAGE_LEVELS`. */
  storage_level: Generated<number>
  storage_rank: Generated<number>
  /** 0 if never seen. */
  last_seen_at: Generated<Millis>
  created_at: Millis
  facet: Generated<number>
}

interface UserDirectoryTokenTable {
  token: string
  user_id: string
}

interface UserCountTable {
  facet: number
  change: number
}

interface UserTaskTable {
  id: string
  kind: 'deletion' | 'import' | 'bulk'
  state: 'waiting' | 'running' | 'finished' | 'failed'
  work: string
  actor_id: string
  done: Generated<number>
  total: Generated<number>
  skipped_total: Generated<number>
  skipped: Generated<string>
  created_at: Millis
  finished_at: Millis | null
}

interface UserTaskRowTable {
  task_id: string
  number: number
  row: string
}

export type UserTaskRow = Selectable<UserTaskTable>

export interface UserAdministrationSchema {
  user_invitations: UserInvitationTable
  email_changes: EmailChangeTable
  user_directory: UserDirectoryTable
  user_directory_tokens: UserDirectoryTokenTable
  user_counts: UserCountTable
  user_tasks: UserTaskTable
  user_task_rows: UserTaskRowTable
}
