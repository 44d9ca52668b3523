import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { openTestApp } from './open-test-app.ts'
import { databaseKind } from './test-database.ts'

const t = await openTestApp()

/** Explains a statement of PostgreSQL for any values of its parameters. */
const explainPostgres = (statement: string): Promise<string> =>
  t.deps.db.transaction().execute(async tx => {
    const count = new Set(statement.match(/\$\d+/g)).size
    const values = count === 0 ? '' : `(${Array(count).fill('null').join(', ')})`
    await sql`set local plan_cache_mode = force_generic_plan`.execute(tx)
    await sql`prepare explained as ${sql.raw(statement)}`.execute(tx)
    const { rows } = await sql<{ 'QUERY PLAN': string }>`
      explain execute explained${sql.raw(values)}`.execute(tx)
    await sql`deallocate explained`.execute(tx)
    return rows.map(row => row['QUERY PLAN']).join('\n')
  })

it.runIf(databaseKind() === 'postgres')(
  'users without a plan are read by an anti-join',
  async () => {
    const admin = await t.signIn('admin')
    const read = () => admin.send('GET', '/api/admin/users?plan=none')
    const statements = (await t.countQueries(read)).filter(text => text.includes('not exists'))
    // The number of users, their storage and the page.
    expect(statements).toHaveLength(3)
    for (const statement of statements)
      expect(await explainPostgres(statement)).toMatch(/Anti Join.* on subscriptions/s)
  },
)
