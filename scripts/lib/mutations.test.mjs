import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { broken, mutations } from './mutations.mjs'
import { root } from './paths.mjs'

test.each(mutations)('finds the rule of the mutation: $rule', mutation => {
  expect(broken(readFileSync(join(root, mutation.file), 'utf8'), mutation)).toBeDefined()
  for (const path of mutation.tests) expect(existsSync(join(root, path)), path).toBe(true)
})

test('every area has mutations, at least twenty in total', () => {
  const areas = new Set(mutations.map(({ area }) => area))
  expect([...areas]).toEqual(['items', 'shares', 'uploads', 'teams', 'accounts'])
  expect(mutations.length).toBeGreaterThanOrEqual(20)
})

test('breaks a rule only if it occurs exactly once', () => {
  const mutation = { find: 'a < b', replace: 'a > b' }
  expect(broken('if (a < b)', mutation)).toBe('if (a > b)')
  expect(broken('a < b, a < b', mutation)).toBeUndefined()
  expect(broken('b > a', mutation)).toBeUndefined()
})
