import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { resolve } from 'node:path'
import { promisify } from 'node:util'

const SERVER = resolve(import.meta.dirname, '../server')
const PROGRAM = `import pg from 'pg'
const client = new pg.Client({ connectionString: process.argv[1] })
await client.connect()
const { rows } = await client.query(process.argv[2])
await client.end()
process.stdout.write(JSON.stringify(rows))`

/** The test server, which only the full test run starts. */
export const POSTGRES_URL = process.env.TEST_POSTGRES_URL

/** Runs a statement with the server's driver. */
export async function queryPostgres(url: string, statement: string): Promise<unknown[]> {
  const args = ['--input-type=module', '-e', PROGRAM, url, statement]
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: SERVER })
  return JSON.parse(stdout)
}

/** An empty database on the test server. */
export async function createDatabase() {
  const server = POSTGRES_URL ?? ''
  const name = `journey_${randomUUID().replaceAll('-', '')}`
  await queryPostgres(server, `create database ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return {
    name,
    url,
    drop: () => queryPostgres(server, `drop database ${name} with (force)`),
  }
}
