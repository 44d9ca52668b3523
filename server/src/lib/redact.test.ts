import { expect, it } from 'vitest'
import { redact } from './redact.ts'

it.each([
  ["ENOENT: no such file or directory, open '/data/blobs/ab/cd'", /^ENOENT: .*open <text>$/],
  ['connect to postgres://coffer:secret@db.example/coffer failed', /^connect to <url> failed$/],
  ['550 no mailbox ada@example.test here', /^550 no mailbox <email> here$/],
  ['could not read /srv/files/Salaries.xlsx', /^could not read <path>$/],
  ['duplicate key value "Ann Smith"', /^duplicate key value <text>$/],
  ['connect ECONNREFUSED 127.0.0.1:25', /^connect ECONNREFUSED 127\.0\.0\.1:25$/],
])('redacts %s', (message, expected) => {
  expect(redact(message)).toMatch(expected)
})

it('limits the length', () => {
  expect(redact('x '.repeat(1000)).length).toBe(300)
})
