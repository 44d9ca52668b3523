import { expect, it } from 'vitest'
import { databaseError } from './database-errors.ts'

const failure = (message: string, code?: string) => Object.assign(new Error(message), { code })

it.each([
  ['SQLite cannot write its file', failure('disk I/O error', 'SQLITE_IOERR_WRITE')],
  ['PostgreSQL shuts down', failure('terminating connection', '57P01')],
  ['the connection is refused', failure('connect ECONNREFUSED', 'ECONNREFUSED')],
  ['the connection is reset while reading', failure('read ECONNRESET', 'ECONNRESET')],
  ['the connection is closed while writing', failure('write EPIPE', 'EPIPE')],
  ['the connection ended', failure('Connection terminated unexpectedly')],
  ['the connection was already closed', failure('Client was closed and is not queryable')],
  ['the connection timed out', failure('timeout exceeded when trying to connect')],
])('reports storage.unavailable when %s', (_, cause) => {
  expect(databaseError(cause)?.code).toBe('storage.unavailable')
})

it.each([
  ['SQLite', failure('database or disk is full', 'SQLITE_FULL')],
  ['PostgreSQL', failure('could not extend file', '53100')],
])('reports storage.full for a full disk of %s', (_, cause) => {
  expect(databaseError(cause)?.code).toBe('storage.full')
})

it.each(['22021', '22P05'])(
  'reports a text that PostgreSQL cannot store (%s) as malformed',
  code => {
    expect(databaseError(failure('invalid byte sequence', code))?.code).toBe('request.malformed')
  },
)

it.each([
  ['a wrong statement', failure('syntax error', '42601')],
  ['a programming error', failure('undefined is not a function')],
  ['a value that is not an error', 'nothing'],
])('does not map %s', (_, cause) => {
  expect(databaseError(cause)).toBeUndefined()
})
