import { expect, it } from 'vitest'
import { isNewer } from './newer-version.ts'

it.each([
  ['0.2.0', '0.1.9', true],
  ['1.0.0', '0.99.99', true],
  ['0.1.10', '0.1.9', true],
  ['0.1.0', '0.1.0', false],
  ['0.1.9', '0.2.0', false],
])('%s is newer than %s: %s', (version, than, expected) => {
  expect(isNewer(version, than)).toBe(expected)
})
