import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { COLORS, colorOf, joinName, splitName, usedPercentage } from './account.rules.ts'

describe('a full name', () => {
  it.each([
    ['Ada Lovelace', 'Ada', 'Lovelace'],
    ['Ana María de la Cruz', 'Ana', 'María de la Cruz'],
    ['Plato', 'Plato', ''],
    ['  Ada   King  Lovelace ', 'Ada', 'King Lovelace'],
  ])('%s is split after its first word', (name, first_name, last_name) => {
    expect(splitName(name)).toEqual({ first_name, last_name })
  })

  it('is restored by joining the parts', () => {
    expect(joinName(splitName('Ada King Lovelace'))).toBe('Ada King Lovelace')
    expect(joinName(splitName('Plato'))).toBe('Plato')
  })
})

describe("a user's colour", () => {
  it('is from the list and does not change', () => {
    fc.assert(
      fc.property(fc.uuid(), id => {
        expect(COLORS).toContain(colorOf(id))
        expect(colorOf(id)).toBe(colorOf(id))
      }),
    )
  })
})

describe('storage', () => {
  it.each([
    [0, 0, 100],
    [0, 100, 0],
    [1, 3, 33.33],
    [99_999, 100_000, 100],
    [250, 100, 100],
    [250, null, 0],
  ])('%d of %s bytes is %d percent', (used_bytes, capacity_bytes, percentage) => {
    expect(usedPercentage({ used_bytes, capacity_bytes })).toBe(percentage)
  })
})
