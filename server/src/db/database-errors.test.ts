import { expect, it } from 'vitest'
import { databaseError } from './database-errors.ts'

const failure = (message: string, code?: string) => Object.assign(new Error(message), { code })

it.each([
  ['the file below SQLite', failure('disk I/O error', 'SQLITE_IOERR_WRITE')],
  ['a PostgreSQL that shuts down', failure('terminating connection', '57P01')],
  ['nobody at its address', failure('connect ECONNREFUSED', 'ECONNREFUSED')],
  ['a connection cut while it is read', failure('read ECONNRESET', 'ECONNRESET')],
  ['a connection cut while it is written', failure('write EPIPE', 'EPIPE')],
  ['a connection that ended', failure('Connection terminated unexpectedly')],
  ['a connection closed before', failure('Client was closed and is not queryable')],
  ['no connection in time', failure('timeout exceeded when trying to connect')],
])('a database that is not to be had is no bug of ours: %s', (_, cause) => {
  expect(databaseError(cause)?.code).toBe('storage.unavailable')
})

it.each([
  ['SQLite', failure('database or disk is full', 'SQLITE_FULL')],
  ['PostgreSQL', failure('could not extend file', '53100')],
])('a full disk below %s is told as such', (_, cause) => {
  expect(databaseError(cause)?.code).toBe('storage.full')
})

it.each([
  ['a statement that is wrong', failure('syntax error', '42601')],
  ['a mistake in our code', failure('undefined is not a function')],
  ['what is no error', 'nothing'],
])('%s is a bug of ours', (_, cause) => {
  expect(databaseError(cause)).toBeUndefined()
})
