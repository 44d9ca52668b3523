import { type Kysely, sql } from 'kysely'

/**
 * Adds items to the team of their folder that an upload by path created without it. Includes
 * trashed items, as they are restored to the same folder.
 */
export async function setMissingTeamIds(db: Kysely<unknown>): Promise<void> {
  await sql`
    with recursive missing(id, team_id) as (
      select items.id, folders.team_id from items as folders
      join items on items.parent_id = folders.id
      where folders.team_id is not null and items.team_id is null
      union all
      select items.id, missing.team_id from missing
      join items on items.parent_id = missing.id
      where items.team_id is null
    )
    update items set team_id = missing.team_id from missing where items.id = missing.id`.execute(db)
}
