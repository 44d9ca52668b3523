import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import type { TestProject } from 'vitest/node'
import { migrate } from '../src/db/migrate.ts'
import { type DatabaseKind, openPostgres, openSqlite } from '../src/db/open.ts'
import { jobList } from '../src/job-list.ts'
import { PostgresStore } from '../src/jobs/postgres-store.ts'
import { onServer, postgresUrl, TEMPLATE_VARIABLES } from './test-database.ts'

interface Template {
  /** A file on SQLite, a database name on PostgreSQL. */
  name: string
  drop: () => Promise<void>
}

async function createSqlite(): Promise<Template> {
  const folder = await mkdtemp(join(tmpdir(), 'coffer-template-'))
  const name = join(folder, 'coffer.db')
  const database = openSqlite(name)
  await migrate(database, () => new Date())
  await database.db.destroy()
  return { name, drop: () => rm(folder, { recursive: true, force: true }) }
}

async function createPostgres(): Promise<Template> {
  const name = `template_${randomUUID().replaceAll('-', '')}`
  await onServer(`create database ${name}`)
  const url = postgresUrl(name)
  const database = openPostgres(url)
  await migrate(database, () => new Date())
  const queue = new PostgresStore({
    db: database.db,
    url,
    jobs: jobList,
    now: () => new Date(),
    log: pino({ level: 'silent' }),
    wake: () => undefined,
  })
  // The first call creates pg-boss's schema and our queues.
  await queue.dead()
  await queue.close()
  // Copying requires that no connection to the original is open.
  await database.db.destroy()
  return { name, drop: () => onServer(`drop database ${name} with (force)`) }
}

/** Run by Vitest once per project, before its test processes. @returns a cleanup function */
export const setup = ({ config }: TestProject): Promise<() => Promise<void>> =>
  createTemplate(config.env.TEST_DATABASE === 'postgres' ? 'postgres' : 'sqlite')

/** Migrates a database that new test databases are copied from. @returns a cleanup function */
export async function createTemplate(kind: DatabaseKind): Promise<() => Promise<void>> {
  const template = await (kind === 'postgres' ? createPostgres() : createSqlite())
  process.env[TEMPLATE_VARIABLES[kind]] = template.name
  return template.drop
}
