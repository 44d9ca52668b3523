import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import { emptyDatabase } from '../../test/empty-database.ts'
import { findBreakingChanges } from '../../test/schema-changes.ts'
import { databaseKind } from '../../test/test-database.ts'
import { createIndexConcurrently } from './concurrent-index.ts'
import { MIGRATIONS, type Migration, migrate, requireMigrated } from './migrate.ts'
import { type OpenDatabase, openPostgres, openSqlite } from './open.ts'

/** Migrations from here on run beside servers of the release before. */
const FIRST_AFTER_RELEASE = '0024'
const now = () => new Date()

async function openEmpty(): Promise<OpenDatabase> {
  const database =
    databaseKind() === 'postgres' ? openPostgres(await emptyDatabase()) : openSqlite(':memory:')
  onTestFinished(() => database.db.destroy())
  return database
}

const run =
  (text: string): Migration[1] =>
  async db => {
    await sql.raw(text).execute(db)
  }
const statement = (name: string, text: string, options: Migration[2] = {}): Migration => [
  name,
  run(text),
  options,
]

const FIRST = statement('0001-first', 'create table things (id text primary key, kind text)')
const INDEX: Migration = [
  '0002-index',
  (db, kind) =>
    createIndexConcurrently(db, kind, { name: 'things_kind', table: 'things', columns: ['kind'] }),
  { isConcurrent: true },
]

describe('a schema that a newer version has changed', () => {
  it('M22: is usable while it only expands, and refused below its floor', async () => {
    const database = await openEmpty()
    const older = [FIRST]
    const expanded = [...older, statement('0002-expand', 'alter table things add size bigint')]
    const contract = 'alter table things drop column kind'
    const contracted = [...expanded, statement('0003-contract', contract, { floor: '0002-expand' })]
    await migrate(database, now, expanded)
    await migrate(database, now, older)
    await migrate(database, now, contracted)
    await migrate(database, now, expanded)
    await expect(migrate(database, now, older)).rejects.toThrow(
      'The database was migrated by a newer Coffer (0003-contract)',
    )
  })

  it('is migrated by a command on purpose, other commands only create it', async () => {
    const database = await openEmpty()
    const check = (initializes: boolean) => requireMigrated(database, now, { initializes })
    await expect(check(false)).rejects.toThrow('The database lacks migrations')
    await check(true)
    await check(false)
    await sql`delete from migrations where name = ${MIGRATIONS.at(-1)?.[0]}`.execute(database.db)
    await expect(check(true)).rejects.toThrow('npm run coffer -- migrate')
  })
})

describe.runIf(databaseKind() === 'postgres')('beside running servers', () => {
  it('a migration that waits for a lock lets calls pass', async () => {
    const database = await openEmpty()
    await migrate(database, now, [FIRST])
    const isLocked = Promise.withResolvers<void>()
    const end = Promise.withResolvers<void>()
    const transaction = database.db.transaction().execute(async tx => {
      await sql`select * from things`.execute(tx)
      isLocked.resolve()
      await end.promise
    })
    await isLocked.promise
    let isMigrated = false
    const next = statement('0002-expand', 'alter table things add size bigint')
    const migrating = migrate(database, now, [FIRST, next]).then(() => {
      isMigrated = true
    })
    const waiting = sql`select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`
    await expect.poll(async () => (await waiting.execute(database.db)).rows.length).toBe(1)
    await sql`select * from things`.execute(database.db)
    expect(isMigrated).toBe(false)
    end.resolve()
    await Promise.all([transaction, migrating])
  })

  it('an index is built concurrently, once, also after a build that was interrupted', async () => {
    const database = await openEmpty()
    await migrate(database, now, [FIRST])
    await sql`insert into things values ('a', 'twice'), ('b', 'twice')`.execute(database.db)
    const interrupted = sql`create unique index concurrently things_kind on things (kind)`
    await expect(interrupted.execute(database.db)).rejects.toThrow('could not create unique index')
    const others = [openPostgres(database.url ?? ''), openPostgres(database.url ?? '')]
    await Promise.all(others.map(other => migrate(other, now, [FIRST, INDEX])))
    for (const other of others) await other.db.destroy()
    const { rows } = await sql`select indisvalid, indisunique from pg_index
      where indexrelid = to_regclass('things_kind')`.execute(database.db)
    expect(rows).toEqual([{ indisvalid: true, indisunique: false }])
  })

  it('an index waits for an older transaction longer than the lock timeout of the role', async () => {
    const url = await emptyDatabase()
    const defaults = openPostgres(url)
    await sql`do $$ begin
      execute format('alter database %I set lock_timeout = ''100ms''', current_database());
    end $$`.execute(defaults.db)
    await defaults.db.destroy()
    const database = openPostgres(url)
    onTestFinished(() => database.db.destroy())
    await migrate(database, now, [FIRST])
    const isOpen = Promise.withResolvers<void>()
    const end = Promise.withResolvers<void>()
    const older = database.db.transaction().execute(async tx => {
      await sql`insert into things values ('a', 'older')`.execute(tx)
      isOpen.resolve()
      await end.promise
    })
    await isOpen.promise
    const migrating = migrate(database, now, [FIRST, INDEX])
    await Promise.race([migrating, sleep(500)]).finally(() => end.resolve())
    await Promise.all([older, migrating])
    const { rows } = await sql`show lock_timeout`.execute(database.db)
    expect(rows).toEqual([{ lock_timeout: '100ms' }])
  })

  it.each([
    ['alter table things drop column kind', 'things.kind is removed or renamed'],
    ['alter table things rename column kind to sort', 'things.kind is removed or renamed'],
    ['drop table things', 'things.kind is removed or renamed'],
    ['alter table things alter column id type varchar(9)', 'things.id changes its type'],
    ['alter table things add size bigint not null', 'things.size is required, without a default'],
    ['alter table things alter column kind set not null', 'things.kind is required'],
    ['alter table things add unique (kind)', 'new rule in things: UNIQUE (kind)'],
    ["alter table things add check (kind <> '')", 'new rule in things: CHECK'],
    ['create index things_kind on things (kind)', 'an index locks things'],
  ])('%s is noticed', async (text, problem) => {
    const migrations = [FIRST, statement('0002-breaks', text)]
    const problems = await findBreakingChanges(await emptyDatabase(), migrations, '0002')
    expect(problems).toContainEqual(expect.stringContaining(problem))
  })

  it('migrations since the last release only expand the schema, or name their floor', async () => {
    const url = await emptyDatabase()
    expect(await findBreakingChanges(url, MIGRATIONS, FIRST_AFTER_RELEASE)).toEqual([])
  })

  it('what expands is accepted', async () => {
    const texts = [
      'create table more (id text primary key); create index more_id on more (id)',
      'alter table things add size bigint not null default 0, add label text',
    ]
    const migrations = [FIRST, ...texts.map((text, at) => statement(`0002-${at}`, text))]
    expect(await findBreakingChanges(await emptyDatabase(), migrations, '0002')).toEqual([])
  })
})
