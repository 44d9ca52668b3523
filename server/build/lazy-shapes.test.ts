import { expect, it } from 'vitest'
import { withGetters } from './lazy-shapes.ts'

it('creates fields on first use, also nested ones', () => {
  const code =
    "z.object({ id: Id, 'a-b': z.string(), b: z.object({ c: z.int() }) }).extend({ d: f() })"
  expect(withGetters(code, 'a.ts')).toBe(
    "z.object({ id: Id, get 'a-b'() { return z.string() }, " +
      'get b() { return z.object({ get c() { return z.int() } }) } }).extend({ get d() { return f() } })',
  )
})

it('keeps the order of fields around a spread', () => {
  const code = 'z.object({ ...rest, a: z.int(), b: B })'
  expect(withGetters(code, 'a.ts')).toBe(
    'z.object({ ...rest, get a() { return z.int() }, get b() { return B } })',
  )
})

it('leaves other objects as they are', () => {
  const code = "endpoint({ query: z.object(shape), path: join('a', 'b') })"
  expect(withGetters(code, 'a.ts')).toBe(code)
})
