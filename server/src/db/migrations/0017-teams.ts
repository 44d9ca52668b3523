import { type Kysely, sql } from 'kysely'

/** Whose the team folders are, and who was invited to them and has not answered. */
export async function indexTeams(db: Kysely<unknown>): Promise<void> {
  await sql`create index items_team_tops on items (owner_id) where id = team_id`.execute(db)
  // An address has one invitation to a folder that waits.
  await sql`create unique index team_invitations_waiting on team_invitations (folder_id, email)
    where status = 'pending'`.execute(db)
}
