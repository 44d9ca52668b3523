import { expect, it } from 'vitest'
import { daysLeft } from './days-left.ts'

const AT = '2026-05-01T12:00:00.000Z'
const later = (days: number) => Date.parse(AT) + days * 86_400_000

it('counts the days until deletion and rounds up', () => {
  expect(daysLeft(AT, 30, later(0))).toBe(30)
  expect(daysLeft(AT, 30, later(29.5))).toBe(1)
  expect(daysLeft(AT, 30, later(31))).toBe(0)
})

it('returns null when the trash is kept forever', () => {
  expect(daysLeft(AT, 0, later(400))).toBeNull()
})
