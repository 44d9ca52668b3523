import { type Kysely, sql } from 'kysely'
import { cascading, createIndex, primaryKey, required } from './columns.ts'

/** Members of team folders and invitations to them. */
export async function createTeams(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('team_members')
    .addColumn('folder_id', 'text', cascading('items.id'))
    .addColumn('user_id', 'text', cascading('users.id'))
    .addColumn('permission', 'text', required)
    .addColumn('created_at', 'bigint', required)
    .addPrimaryKeyConstraint('team_members_pkey', ['folder_id', 'user_id'])
    .execute()
  await createIndex(db, 'team_members_by_user', 'team_members', ['user_id'])
  await db.schema
    .createTable('team_invitations')
    .addColumn('id', 'text', primaryKey)
    .addColumn('folder_id', 'text', cascading('items.id'))
    .addColumn('inviter_id', 'text', cascading('users.id'))
    .addColumn('email', 'text', required)
    .addColumn('permission', 'text', required)
    .addColumn('status', 'text', required)
    .addColumn('created_at', 'bigint', required)
    .addColumn('answered_at', 'bigint')
    .execute()
  await createIndex(db, 'team_invitations_by_folder', 'team_invitations', ['folder_id'])
  await createIndex(db, 'team_invitations_by_email', 'team_invitations', ['email'])
  await createIndex(db, 'team_invitations_by_inviter', 'team_invitations', ['inviter_id'])
  // An address has at most one pending invitation to a folder.
  await createIndex(db, 'team_invitations_pending', 'team_invitations', ['folder_id', 'email'], {
    unique: true,
    where: sql`status = 'pending'`,
  })
}
