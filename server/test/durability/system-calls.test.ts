import { expect, it } from 'vitest'
import { systemCallsIn } from './system-calls.ts'

it('assigns overlapping calls by thread', () => {
  const calls = systemCallsIn([
    '[pid 1] fsync(21</data/a> <unfinished ...>',
    '[pid 2] pwrite64(22</data/b>, "x", 1, 0 <unfinished ...>',
    '[pid 1] <... fsync resumed>)                  = 0',
    'strace: Process 3 attached',
    '[pid 2] <... pwrite64 resumed>)                = 1',
    '[pid 1] close(21</data/a>)             = 0',
    '[pid 2] fdatasync(22</data/b> <unfinished ...>',
  ])
  expect(calls.map(({ name, began, ended }) => [name, began, ended])).toEqual([
    ['fsync', 0, 2],
    ['pwrite64', 1, 4],
    ['close', 5, 5],
  ])
  expect(calls[0]?.text).toMatch(/^21<\/data\/a>\) += 0$/)
})
