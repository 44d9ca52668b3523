import { randomUUID } from 'node:crypto'
import { CompiledQuery } from 'kysely'
import { onTestFinished } from 'vitest'
import { openPostgres } from '../src/db/open.ts'
import { onServer, postgresUrl } from './test-database.ts'

/** A new database on the test server, without any table. */
export async function emptyDatabase(): Promise<string> {
  const name = `setup_${randomUUID().replaceAll('-', '')}`
  await onServer(`create database ${name}`)
  onTestFinished(() => onServer(`drop database ${name} with (force)`))
  return postgresUrl(name)
}

/** Runs statements in a PostgreSQL database. @returns the rows of the last one */
export async function query(
  url: string,
  ...statements: string[]
): Promise<Record<string, unknown>[]> {
  const { db } = openPostgres(url)
  let rows: unknown[] = []
  for (const statement of statements)
    rows = (await db.executeQuery(CompiledQuery.raw(statement))).rows
  await db.destroy()
  return rows as Record<string, unknown>[]
}
