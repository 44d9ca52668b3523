import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createAutoSave, isWorthSaving, type Saving } from './auto-save.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function open({ isForced = false } = {}) {
  const saved: string[] = []
  const states: Saving['at'][] = []
  let answer: () => Promise<void> = async () => undefined
  const auto = createAutoSave({
    save: value => {
      saved.push(value)
      return answer()
    },
    isForced,
    onChange: ({ at }) => states.push(at),
  })
  const answerBy = (next: typeof answer) => {
    answer = next
  }
  return { auto, saved, states, answerBy }
}

test.each([
  ['', false],
  [' \t\n', false],
  [{ name: 'Ada' }, false],
  [['Ada'], false],
  [null, false],
  [undefined, false],
  ['Ada', true],
  [' Ada ', true],
  [0, true],
])('of %j it is %s that it is saved', (value, isWorth) => {
  expect(isWorthSaving(value)).toBe(isWorth)
  expect(isWorthSaving(value, true)).toBe(true)
})

test('what is typed is saved once typing rests for 150 ms', async () => {
  const { auto, saved, states } = open()
  for (const value of ['A', 'Ad', 'Ada']) {
    auto.type(value)
    await vi.advanceTimersByTimeAsync(149)
  }
  expect(saved).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect([saved, states]).toEqual([['Ada'], ['saving', 'saved']])
})

test('a field that was emptied saves nothing, not even what was typed before', async () => {
  const { auto, saved } = open()
  auto.type('A')
  auto.type(' ')
  await vi.runAllTimersAsync()
  expect(saved).toEqual([])
})

test('where empty is a value too, it is saved', async () => {
  const { auto, saved } = open({ isForced: true })
  auto.type('')
  await vi.runAllTimersAsync()
  expect(saved).toEqual([''])
})

test('whoever leaves the field does not wait', async () => {
  const { auto, saved } = open()
  auto.type('Ada')
  await auto.finish()
  await vi.runAllTimersAsync()
  expect(saved).toEqual(['Ada'])
})

test('one call is made at a time, and the last value is the one that stays', async () => {
  const { auto, saved, states, answerBy } = open()
  const first = Promise.withResolvers<void>()
  answerBy(() => first.promise)
  auto.type('A')
  await vi.runAllTimersAsync()
  for (const value of ['Ad', 'Ada']) {
    auto.type(value)
    await vi.runAllTimersAsync()
  }
  expect(saved).toEqual(['A'])
  answerBy(async () => undefined)
  first.resolve()
  await vi.runAllTimersAsync()
  expect([saved, states.at(-1)]).toEqual([['A', 'Ada'], 'saved'])
})

test('what failed is kept and can be tried again', async () => {
  const { auto, saved, states, answerBy } = open()
  answerBy(() => Promise.reject(new Error('away')))
  auto.type('Ada')
  await vi.runAllTimersAsync()
  expect(states.at(-1)).toBe('failed')
  answerBy(async () => undefined)
  await auto.retry()
  expect([saved, states.at(-1)]).toEqual([['Ada', 'Ada'], 'saved'])
})
