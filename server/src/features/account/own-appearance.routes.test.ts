import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { emptyDatabase } from '../../../test/empty-database.ts'
import { databaseKind } from '../../../test/test-database.ts'
import { MIGRATIONS, migrate } from '../../db/migrate.ts'
import { openPostgres, openSqlite } from '../../db/open.ts'
import { ownAppearance } from './index.ts'

it('the migration keeps the appearance that accounts had before', async () => {
  const database =
    databaseKind() === 'postgres' ? openPostgres(await emptyDatabase()) : openSqlite(':memory:')
  const { db } = database
  onTestFinished(() => db.destroy())
  const apply = (migrations = MIGRATIONS) => migrate(database, () => new Date(), migrations)
  await apply(MIGRATIONS.filter(([name]) => name < '0044'))
  const at = '2031-04-01T00:00:00.000Z'
  await db
    .insertInto('users')
    .values({
      id: 'ann',
      name: 'Ann',
      email: 'ann@x.test',
      role: 'user',
      created_at: at,
      updated_at: at,
    })
    .execute()
  await sql`insert into user_settings (user_id, first_name, last_name, color, theme_mode, emoji_type)
    values ('ann', 'Ann', '', '#b4483c', 'dark', 'twemoji')`.execute(db)
  await apply()
  const settings = db.selectFrom('user_settings as settings').select(ownAppearance)
  expect(await settings.execute()).toEqual([{ theme_mode: 'dark', emoji_type: 'twemoji' }])
})
