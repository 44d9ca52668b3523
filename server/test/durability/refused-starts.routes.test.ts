import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runCommand } from '../../src/cli/commands.ts'
import { readConfig } from '../../src/config.ts'
import { createDeps } from '../../src/create-deps.ts'
import { MIGRATION_NAMES } from '../../src/db/migrate.ts'
import { readSecret } from '../../src/secret.ts'
import { emptyDatabase, query } from '../empty-database.ts'
import { databaseKind } from '../test-database.ts'
import { createInstallation } from './installation.ts'
import { runCommandLine, runServer, startServer } from './server-process.ts'

const log = pino({ level: 'silent' })
const LAST_MIGRATION = MIGRATION_NAMES.at(-1) ?? ''

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'coffer-refused-'))
})
afterEach(() => rm(folder, { recursive: true }))

/** Returns the one line of output of a failed start. */
async function refusal(env: Record<string, string>): Promise<string> {
  const { code, errors } = await runServer(env)
  expect(code).toBe(1)
  expect(errors).toMatch(/^Coffer can't start\. [^\n]+\n$/)
  return errors
}

describe('a start fails with one line', () => {
  it('when the data folder is not writable', async () => {
    const file = join(folder, 'file')
    await writeFile(file, '')
    const line = await refusal({ DATA_DIR: join(file, 'data') })
    expect(line).toContain(`The data folder ${file}/data can't be written: ENOTDIR`)
  })

  it('when the database is not readable', async () => {
    if (databaseKind() === 'sqlite')
      await writeFile(
        join(folder, 'coffer.db'),
        'This is not a database, and long enough to be recognized.',
      )
    const url = 'postgres://user:secret@127.0.0.1:1/coffer'
    const line = await refusal({
      DATA_DIR: folder,
      START_WAIT_SECONDS: '0',
      ...(databaseKind() === 'postgres' && { DATABASE_URL: url }),
    })
    expect(line).toMatch(/The database can't be read: (file is not a database|.*ECONNREFUSED)/)
    expect(line).not.toContain('secret')
  })

  it('M22: when a newer version has changed the database so that this one cannot use it', async () => {
    const installation = await createInstallation(0)
    try {
      const { db } = await installation.open()
      await db
        .insertInto('migrations')
        .values({
          name: '9999-from-the-future',
          floor: '9998-from-the-future',
          applied_at: Date.now(),
        })
        .execute()
      await db.destroy()
      expect(await refusal(installation.env)).toContain(
        'The database was migrated by a newer Coffer (9999-from-the-future): start that version, or restore a backup',
      )
    } finally {
      await installation.remove()
    }
  })

  it('when migrations are missing and it must not apply them', async () => {
    const installation = await createInstallation(0)
    try {
      const { db } = await installation.open()
      await db.deleteFrom('migrations').where('name', '=', LAST_MIGRATION).execute()
      await db.destroy()
      expect(await refusal({ ...installation.env, MIGRATE: 'check' })).toContain(
        `The database lacks migrations of this version (${LAST_MIGRATION}): run \`npm run coffer -- migrate\``,
      )
      const command = await runCommandLine(['audit', 'verify'], installation.env)
      expect([command.code, command.errors]).toEqual([1, expect.stringContaining('lacks')])
    } finally {
      await installation.remove()
    }
  })

  it('M21: with another APP_SECRET, until the former one is named or replaced', async () => {
    const installation = await createInstallation(0)
    const [first = '', second = '', third = ''] = ['1', '2', '3'].map(name => name.padEnd(32, '.'))
    const open = (secrets: Record<string, string>, isServer = true) =>
      createDeps(readConfig({ ...installation.env, ...secrets }), log, { isServer })
    const starts = async (secrets: Record<string, string>) =>
      open(secrets).then(({ db }) => db.destroy())
    const isRefused = (APP_SECRET: string) =>
      expect(open({ APP_SECRET })).rejects.toThrow('The database is used with another APP_SECRET')
    try {
      await starts({ APP_SECRET: first })
      await isRefused(second)
      await starts({ APP_SECRET: second, APP_SECRET_PREVIOUS: first })
      await isRefused(first)
      await starts({ APP_SECRET: second })
      await isRefused(third)
      const command = await open({ APP_SECRET: third }, false)
      await runCommand(command, ['secrets', 'rotate'])
      await command.db.destroy()
      await starts({ APP_SECRET: third })
    } finally {
      await installation.remove()
    }
  })

  it.runIf(databaseKind() === 'sqlite')(
    'when another server uses the SQLite database, beside which commands still run',
    async () => {
      const installation = await createInstallation(1)
      const server = await startServer(installation.env)
      try {
        expect(await refusal(installation.env)).toContain(
          `The database in ${installation.folder} is used by another server`,
        )
        const command = ['sign-out', 'person-1@example.test']
        expect(await runCommandLine(command, installation.env)).toMatchObject({
          code: 0,
          output: 'person-1@example.test is signed out.\n',
        })
        // A killed server leaves no lock behind.
        await server.kill()
        const next = await startServer(installation.env)
        await next.stop()
      } finally {
        await server.kill()
        await installation.remove()
      }
    },
  )
})

describe('a command refuses', () => {
  const refused = async (env: Record<string, string>): Promise<string> => {
    const { code, output, errors } = await runCommandLine(['audit', 'verify'], env)
    expect([code, output]).toEqual([1, ''])
    return errors
  }

  it('a folder without an installation, and creates nothing', async () => {
    const data = join(folder, 'data')
    const errors = await refused({ DATA_DIR: data })
    expect(errors).toContain(`Database: SQLite in ${data}\n`)
    expect(errors).toMatch(/has no installation of Coffer.* DATA_DIR.* DATABASE_URL/)
    expect(await readdir(folder)).toEqual([])
  })

  it.runIf(databaseKind() === 'postgres')('an empty database, and creates nothing', async () => {
    const url = new URL(await emptyDatabase())
    url.password = 'a-secret-password'
    const env = { DATA_DIR: join(folder, 'data'), APP_SECRET: '.'.repeat(32) }
    const errors = await refused({ ...env, DATABASE_URL: url.href })
    expect(errors).toContain(`Database: PostgreSQL, ${url.pathname.slice(1)} at ${url.host}\n`)
    expect(errors).toContain('has no installation of Coffer')
    expect(errors).not.toContain(url.password)
    expect(await query(url.href, "select 1 from pg_tables where schemaname = 'public'")).toEqual([])
    expect(await readdir(folder)).toEqual([])
  })

  it.runIf(databaseKind() === 'postgres')('a database whose secret it does not have', async () => {
    const installation = await createInstallation(0)
    try {
      const data = join(folder, 'data')
      const errors = await refused({ ...installation.env, DATA_DIR: data })
      expect(errors).toContain(`No secret is in ${data}`)
      expect(await readdir(folder)).toEqual([])
    } finally {
      await installation.remove()
    }
  })
})

it('migrations can be applied before the first start, and a command lists all without one', async () => {
  const env = { DATA_DIR: join(folder, 'data') }
  const { errors } = await runCommandLine([], env)
  expect(errors).toMatch(/^Usage: /)
  expect(await readdir(folder)).toEqual([])
  const url = databaseKind() === 'postgres' ? { DATABASE_URL: await emptyDatabase() } : {}
  const migrated = await runCommandLine(['migrate'], { ...env, ...url })
  expect(migrated).toMatchObject({ code: 0, output: 'The database is up to date.\n' })
  expect(await runCommandLine(['audit', 'verify'], { ...env, ...url })).toMatchObject({ code: 0 })
})

it('servers that start at the same time on an empty folder use the same secret', async () => {
  const secrets = await Promise.all(Array.from({ length: 8 }, () => readSecret(folder, undefined)))
  expect(new Set(secrets).size).toBe(1)
  expect(secrets[0]).toHaveLength(43)
  expect(await readdir(folder)).toEqual(['secret.key'])
})
