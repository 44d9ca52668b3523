import { HOUR_MS } from '@coffer/contract/durations'
import { expect, it } from 'vitest'
import {
  isDueForExtension,
  isExtendable,
  isUseRecordDue,
  sessionEnd,
  unrememberedEnd,
} from './sessions.rules.ts'

const start = new Date('2026-03-01T12:00:00Z')
const after = (hours: number) => new Date(start.getTime() + hours * HOUR_MS)

it('ends a session after 30 days', () => {
  expect(sessionEnd(start, 30)).toEqual(new Date('2026-03-31T12:00:00Z'))
})

it('extends a session once a day at most', () => {
  const end = sessionEnd(start, 30)
  expect(isDueForExtension(end, sessionEnd(start, 30))).toBe(false)
  expect(isDueForExtension(end, sessionEnd(after(24), 30))).toBe(false)
  expect(isDueForExtension(end, sessionEnd(after(24.1), 30))).toBe(true)
  expect(isDueForExtension(sessionEnd(after(24.1), 30), sessionEnd(after(25), 30))).toBe(false)
})

it('extends only sessions that last longer than a day', () => {
  expect(isExtendable(start, sessionEnd(start, 30))).toBe(true)
  expect(isExtendable(start, sessionEnd(start, 2))).toBe(true)
  expect(isExtendable(start, unrememberedEnd(start))).toBe(false)
  expect(isExtendable(start, after(1))).toBe(false)
})

it('never extends a session past 90 days', () => {
  expect(sessionEnd(after(59 * 24), 30, start)).toEqual(new Date('2026-05-29T12:00:00Z'))
  expect(sessionEnd(after(61 * 24), 30, start)).toEqual(new Date('2026-05-30T12:00:00Z'))
  expect(sessionEnd(after(89 * 24), 30, start)).toEqual(new Date('2026-05-30T12:00:00Z'))
})

it('records a use four times an hour at most', () => {
  expect(isUseRecordDue(start, after(0.25))).toBe(false)
  expect(isUseRecordDue(start, after(0.26))).toBe(true)
})
