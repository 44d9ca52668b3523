import { sql } from 'kysely'
import { readConfig } from '../../src/config.ts'
import { MIGRATIONS, migrate } from '../../src/db/migrate.ts'
import { openPostgres } from '../../src/db/open.ts'
import { run } from '../../src/run.ts'

/** A server of a later release: it migrates a table that is in use, and then serves. */
const { databaseUrl = '' } = readConfig()
const database = openPostgres(databaseUrl)
await migrate(database, () => new Date(), [
  ...MIGRATIONS,
  [
    '9999-next-release',
    async db => {
      await sql`alter table items add next_release text`.execute(db)
      await sql`alter table uploads add next_release text`.execute(db)
      // As long as a migration may take.
      await sql`select pg_sleep(2)`.execute(db)
    },
  ],
])
await database.db.destroy()
await run('')
