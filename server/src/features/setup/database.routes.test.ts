import { randomUUID } from 'node:crypto'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { auth } from '@coffer/contract'
import { describe, expect, it, onTestFinished } from 'vitest'
import { ADMIN, openFreshServer } from '../../../test/durability/fresh-server.ts'
import { openProxy, openRefusingServer } from '../../../test/durability/postgres-proxy.ts'
import { runServer } from '../../../test/durability/server-process.ts'
import { emptyDatabase, query } from '../../../test/empty-database.ts'
import { databaseKind, onServer, postgresUrl } from '../../../test/test-database.ts'
import { openSqlite } from '../../db/open.ts'

const choiceIn = (folder: string) =>
  readFile(join(folder, 'database.json'), 'utf8').catch(() => null)

describe('SQLite', () => {
  it('is chosen at once and kept after a kill', async () => {
    const server = await openFreshServer()
    expect(await server.stateOf('database')).toBe('open')
    const chosen = await server.post('database', { database: { connection: 'sqlite' } })
    expect(chosen.body.data.database).toMatchObject({ kind: 'sqlite', is_open: true })
    await server.restart()
    expect(await server.stateOf('database')).toBe('done')
  })

  it('does not start with a choice that names no database', async () => {
    const server = await openFreshServer()
    await server.kill()
    await writeFile(join(server.folder, 'database.json'), '{"kind":"postgres","pass":"hidden"')
    const { code, errors } = await runServer({ DATA_DIR: server.folder })
    expect(code).toBe(1)
    expect(errors).toMatch(/database\.json does not name a database: correct or remove it\n$/)
    expect(errors).not.toContain('hidden')
  })
})

/** Catalogue, files and rows of everything in a database that is not the system's. */
async function snapshotOf(url: string) {
  const outside = "not in ('pg_catalog', 'information_schema', 'pg_toast')"
  const relations = await query(
    url,
    `select n.nspname, c.relname, c.relkind, c.relfilenode, c.reltuples, c.xmin::text, c.relacl::text
     from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname ${outside} order by 1, 2`,
  )
  const schemas = await query(url, `select nspname, oid, nspacl::text from pg_namespace order by 1`)
  const routines = await query(
    url,
    `select p.proname, md5(p.prosrc) from pg_proc p join pg_namespace n on n.oid = p.pronamespace
     where n.nspname ${outside} order by 1`,
  )
  const rows: unknown[] = []
  for (const { nspname, relname, relkind } of relations)
    if (relkind === 'r')
      rows.push(
        await query(
          url,
          `select md5(string_agg(t::text || t.ctid::text || t.xmin::text, ',' order by t.ctid)) from "${nspname}"."${relname}" t`,
        ),
      )
  return { relations, schemas, routines, rows }
}

const asAddress = (address: string) => ({ connection: 'postgres-address', address })

describe.runIf(databaseKind() === 'postgres')('PostgreSQL', () => {
  it('is taken by fields while the server runs, and holds the installation', async () => {
    const server = await openFreshServer()
    const url = new URL(await emptyDatabase())
    const database = {
      connection: 'postgres',
      host: url.hostname,
      port: url.port,
      name: url.pathname.slice(1),
      username: decodeURIComponent(url.username),
      password: decodeURIComponent(url.password),
      encryption: 'off',
    }
    const test = (await server.post('database/test', { database })).body.data
    expect(test).toMatchObject({
      passed: true,
      problem: null,
      contents: 'empty',
      facts: { encoding: 'UTF8', encryption: 'off', can_create: true, tables: 0 },
    })
    expect(
      await query(url.href, 'select 1 from pg_tables where schemaname = current_schema()'),
    ).toEqual([])

    const pid = server.pid()
    const chosen = await server.post('database', { database })
    expect(chosen.status).toBe(200)
    expect(JSON.stringify(chosen.body)).not.toContain('password')
    await server.untilOpen()
    expect(server.pid()).toBe(pid)
    expect((await stat(join(server.folder, 'database.json'))).mode & 0o777).toBe(0o600)
    expect((await server.post('admin-setup', ADMIN)).status).toBe(201)
    expect(await query(url.href, 'select email from users')).toEqual([{ email: ADMIN.email }])

    await server.restart()
    const { email, password } = ADMIN
    const signedIn = await server.client().call(auth.signIn, { body: { email, password } })
    expect(signedIn.status).toBe(200)
    const sqlite = openSqlite(join(server.folder, 'coffer.db'))
    expect(await sqlite.db.selectFrom('users').selectAll().execute()).toEqual([])
    await sqlite.db.destroy()
  })

  it.each([
    [
      'tables',
      [
        'create table migrations (id serial, migration text, batch int)',
        "insert into migrations (migration) values ('2014_10_12_000000_create_users_table')",
      ],
    ],
    [
      'tables in another schema',
      [
        'create schema shop',
        'create table shop.orders (id int)',
        'insert into shop.orders values (1), (2)',
      ],
    ],
    ['only a view', ['create view report as select 1 as one']],
  ])(
    'a database with %s of something else is refused and stays as it was',
    async (_, statements) => {
      const server = await openFreshServer()
      const url = await emptyDatabase()
      await query(
        url,
        ...statements,
        "create function label() returns text language sql as 'select 1::text'",
      )
      const before = await snapshotOf(url)
      const database = asAddress(url)
      const test = (await server.post('database/test', { database })).body.data
      expect(test).toMatchObject({ passed: false, problem: 'foreign_tables' })
      for (const use_existing of [false, true]) {
        const refused = await server.post('database', { database, use_existing })
        expect([refused.status, refused.body.code]).toEqual([422, 'setup.database_unusable'])
      }
      expect(await snapshotOf(url)).toEqual(before)
      expect(await choiceIn(server.folder)).toBeNull()
      expect(await server.stateOf('database')).toBe('open')
    },
  )

  it('continues with an installed Coffer only when confirmed, and then closes the setup', async () => {
    const first = await openFreshServer()
    const url = await emptyDatabase()
    const database = asAddress(url)
    await first.post('database', { database })
    await first.untilOpen()
    await first.post('admin-setup', ADMIN)
    await first.kill()

    const stranger = await openFreshServer()
    const other = (await stranger.post('database/test', { database })).body.data
    expect(other).toMatchObject({ passed: false, problem: 'other_secret' })
    const unusable = await stranger.post('database', { database, use_existing: true })
    expect([unusable.status, unusable.body.code]).toEqual([422, 'setup.database_unusable'])

    const server = await openFreshServer({}, first.secret)
    const test = (await server.post('database/test', { database })).body.data
    expect(test).toMatchObject({ passed: true, contents: 'installed' })
    const refused = await server.post('database', { database })
    expect([refused.status, refused.body.code]).toEqual([409, 'setup.database_installed'])
    expect(await choiceIn(server.folder)).toBeNull()
    const before = await query(url, 'select * from users')
    expect((await server.post('database', { database, use_existing: true })).status).toBe(200)
    await expect.poll(async () => (await server.post('progress')).status).toBe(410)
    expect(await query(url, 'select * from users')).toEqual(before)
  })

  it('returns to SQLite before the setup ends', async () => {
    const server = await openFreshServer()
    await server.post('database', { database: asAddress(await emptyDatabase()) })
    await server.untilOpen()
    await server.post('database', { database: { connection: 'sqlite' } })
    await server.untilOpen()
    expect((await server.progress()).database.kind).toBe('sqlite')
    expect((await server.post('admin-setup', ADMIN)).status).toBe(201)
  })

  it('a lost connection in the middle leaves nothing chosen, and the next attempt continues', async () => {
    const server = await openFreshServer()
    const url = await emptyDatabase()
    const cut = await openProxy(url, 'create table "uploads"', close => close())
    const lost = await server.post('database', { database: asAddress(cut) })
    expect([lost.status, lost.body.code]).toEqual([422, 'setup.database_unusable'])
    expect(lost.body.detail).toContain('connection was lost')
    expect(await choiceIn(server.folder)).toBeNull()
    const test = (await server.post('database/test', { database: asAddress(url) })).body.data
    expect(test).toMatchObject({ passed: true, contents: 'prepared' })
    expect((await server.post('database', { database: asAddress(url) })).status).toBe(200)
    await server.untilOpen()
  })

  it.each([
    'create table if not exists "migrations"',
    'create table "items"',
    'insert into "setup_steps"',
  ])('a kill at %s leaves nothing chosen, and the next attempt continues', async statement => {
    const server = await openFreshServer()
    const url = await emptyDatabase()
    const killing = await openProxy(url, statement, () => process.kill(server.pid(), 'SIGKILL'))
    // The call ends with the process.
    void server
      .client()
      .send('POST', '/api/setup/database', {
        code: server.code,
        database: asAddress(killing),
      })
      .catch(() => undefined)
    await server.untilEnded()
    await server.restart()
    expect(await choiceIn(server.folder)).toBeNull()
    expect(await server.stateOf('database')).toBe('open')
    expect((await server.post('database', { database: asAddress(url) })).status).toBe(200)
    await server.untilOpen()
    expect((await server.post('admin-setup', ADMIN)).status).toBe(201)
  })

  it('keeps the database in use when the chosen one cannot be opened', async () => {
    const server = await openFreshServer({ START_WAIT_SECONDS: '1' })
    await writeFile(
      join(server.folder, 'database.json'),
      JSON.stringify({ kind: 'postgres', url: 'postgres://coffer@127.0.0.1:1/coffer' }),
    )
    await expect
      .poll(async () => (await server.progress()).database)
      .toMatchObject({ kind: 'sqlite', is_open: true, failure: 'refused' })
    expect(await server.stateOf('database')).toBe('open')
  })

  it('a user without rights is refused', async () => {
    const server = await openFreshServer()
    const url = new URL(await emptyDatabase())
    const role = `limited_${randomUUID().slice(0, 8)}`
    await onServer(`create role ${role} login password 'limited'`)
    onTestFinished(() => onServer(`drop role ${role}`))
    url.username = role
    url.password = 'limited'
    const test = (await server.post('database/test', { database: asAddress(url.href) })).body.data
    expect(test).toMatchObject({
      passed: false,
      problem: 'no_rights',
      facts: { can_create: false },
    })
    expect(test.message).toContain('can’t create tables')
  })

  it('reports what is wrong, without the password', async () => {
    const server = await openFreshServer()
    const web = createServer((_, response) => response.end('Hello'))
    await new Promise<void>(resolve => web.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void web.close())
    const { port } = web.address() as AddressInfo
    const missing = new URL(postgresUrl('no_such_database'))
    const tls = new URL(postgresUrl())
    tls.searchParams.set('sslmode', 'no-verify')
    const cases = {
      host_not_found: 'postgres://coffer:wrong-secret@nothing.invalid/coffer',
      refused: 'postgres://coffer:wrong-secret@127.0.0.1:1/coffer',
      not_postgres: `postgres://coffer:wrong-secret@127.0.0.1:${port}/coffer?sslmode=disable`,
      database_missing: missing.href,
      password_wrong: await openRefusingServer('28P01', 'password authentication failed'),
      not_allowed: await openRefusingServer('28000', 'no pg_hba.conf entry for host "10.0.0.7"'),
      tls_required: await openRefusingServer(
        '28000',
        'no pg_hba.conf entry for host, no encryption',
      ),
      too_many_connections: await openRefusingServer('53300', 'sorry, too many clients already'),
      address_invalid: 'postgres://:@:/',
      tls_unsupported: tls.href,
    }
    for (const [problem, address] of Object.entries(cases)) {
      const reply = await server.post('database/test', { database: asAddress(address) })
      expect([address, reply.body.data?.problem]).toEqual([address, problem])
      expect(reply.body.data.message).toEqual(expect.any(String))
      expect(JSON.stringify(reply.body)).not.toContain('wrong-secret')
      const chosen = await server.post('database', { database: asAddress(address) })
      expect([chosen.status, chosen.body.code]).toEqual([422, 'setup.database_unusable'])
    }
    expect(await choiceIn(server.folder)).toBeNull()
  })

  it('of the environment cannot be changed', async () => {
    const server = await openFreshServer({ DATABASE_URL: await emptyDatabase() })
    expect(await server.stateOf('database')).toBe('environment')
    const refused = await server.post('database', { database: { connection: 'sqlite' } })
    expect([refused.status, refused.body.code]).toEqual([409, 'setup.database_fixed'])
  })
})
