import { randomUUID } from 'node:crypto'
import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CompiledQuery } from 'kysely'
import { migrate } from '../src/db/migrate.ts'
import { type DatabaseKind, type OpenDatabase, openPostgres, openSqlite } from '../src/db/open.ts'

type Options = Pick<NonNullable<Parameters<typeof openPostgres>[1]>, 'onQuery' | 'poolSize'>

export interface TestDatabase extends OpenDatabase {
  /** Environment for a server process that opens the same database. */
  env: Record<string, string>
  drop: () => Promise<void>
}

/** Whether `npm run test:full` runs. */
export const isFullMatrix = process.env.TEST_MATRIX === 'full'

export const databaseKind = () => (process.env.TEST_DATABASE === 'postgres' ? 'postgres' : 'sqlite')

/** Variables that name the migrated template of the run, which each test copies. */
export const TEMPLATE_VARIABLES: Record<DatabaseKind, string> = {
  sqlite: 'TEST_SQLITE_TEMPLATE',
  postgres: 'TEST_POSTGRES_TEMPLATE',
}

/** @param name a database on the test server */
export function postgresUrl(name?: string): string {
  const base = process.env.TEST_POSTGRES_URL
  if (!base) throw new Error('TEST_POSTGRES_URL is not set: run the tests with `npm test`')
  const url = new URL(base)
  if (name) url.pathname = `/${name}`
  return url.href
}

export async function onServer(...commands: string[]): Promise<void> {
  const { db } = openPostgres(postgresUrl())
  for (const command of commands) await db.executeQuery(CompiledQuery.raw(command))
  await db.destroy()
}

async function createPostgres(
  template: string | undefined,
  options: Options,
): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await onServer(
    // Copying the files takes a third of the time of copying their pages through the log.
    `create database ${name} ${template ? `template ${template} strategy file_copy` : ''}`,
    // As every server has it; a copied database has none of the role's defaults.
    `alter role current_user in database ${name} set jit = off`,
  )
  const url = postgresUrl(name)
  const database = openPostgres(url, options)
  return {
    ...database,
    env: { DATABASE_URL: url },
    drop: async () => {
      await database.db.destroy()
      await onServer(`drop database ${name} with (force)`)
    },
  }
}

/** A new migrated database of the kind under test. */
export async function createTestDatabase(
  folder: string,
  options: Options = {},
): Promise<TestDatabase> {
  const kind = databaseKind()
  const template = process.env[TEMPLATE_VARIABLES[kind]]
  const database: TestDatabase =
    kind === 'postgres'
      ? await createPostgres(template, options)
      : await createSqlite(join(folder, 'coffer.db'), template, options)
  // Outside of Vitest there is no template.
  if (!template) await migrate(database, () => new Date())
  return database
}

async function createSqlite(
  file: string,
  template: string | undefined,
  { onQuery }: Options,
): Promise<TestDatabase> {
  if (template) await copyFile(template, file)
  const database = openSqlite(file, { onQuery })
  // Tests need no durability beyond killed processes.
  await database.db.executeQuery(CompiledQuery.raw('pragma synchronous = off'))
  return { ...database, env: {}, drop: () => database.db.destroy() }
}
