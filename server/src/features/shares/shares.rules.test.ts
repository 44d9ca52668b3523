import { HOUR_MS } from '@coffer/contract/durations'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { allowanceBytes, expiryFrom, isExhausted, isExpired, isStillOpen } from './shares.rules.ts'

// S9
describe('an expiry', () => {
  it('without hours never expires', () => {
    expect(expiryFrom(new Date(), null)).toBeNull()
    expect(isExpired({ expires_at: null }, new Date())).toBe(false)
  })
  it.each([1, 2, 6, 12, 24, 48, 168])('of %i hours ends exactly on time', hours => {
    // Spans the end of daylight saving time.
    const start = new Date('2026-10-24T22:30:00Z')
    const expires_at = expiryFrom(start, hours)
    const after = (ms: number) => new Date(start.getTime() + hours * HOUR_MS + ms)
    expect(isExpired({ expires_at }, after(-1))).toBe(false)
    expect(isExpired({ expires_at }, after(0))).toBe(true)
  })
})

it('a link is exhausted exactly at its limit, and never without one', () => {
  fc.assert(
    fc.property(fc.nat(), fc.nat(), (limit, downloads) => {
      expect(isExhausted({ download_limit: null, downloads })).toBe(false)
      expect(isExhausted({ download_limit: limit, downloads })).toBe(downloads >= limit)
    }),
  )
})

it('one allowance never covers a content twice', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2 ** 45 }), bytes => {
      expect(allowanceBytes(bytes)).toBeGreaterThanOrEqual(bytes)
      expect(allowanceBytes(bytes)).toBeLessThan(2 * bytes)
    }),
  )
})

it('a guest keeps access until the password changes or the permission is reduced', () => {
  const editor = { unlock_key: 'a', permission: 'editor' as const }
  const visitor = { unlock_key: 'a', permission: 'visitor' as const }
  expect(isStillOpen(visitor, visitor)).toBe(true)
  expect(isStillOpen(visitor, editor)).toBe(true)
  expect(isStillOpen(editor, visitor)).toBe(false)
  expect(isStillOpen(visitor, { ...visitor, unlock_key: 'b' })).toBe(false)
})
