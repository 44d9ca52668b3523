import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createAutoSave, isWorthSaving, type SaveState } from './auto-save.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function createTestAutoSave({ isForced = false } = {}) {
  const saved: string[] = []
  const states: SaveState['status'][] = []
  let save: () => Promise<void> = async () => undefined
  const autoSave = createAutoSave({
    save: value => {
      saved.push(value)
      return save()
    },
    isForced,
    onChange: ({ status }) => states.push(status),
  })
  const saveWith = (next: typeof save) => {
    save = next
  }
  return { autoSave, saved, states, saveWith }
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
])('isWorthSaving(%j) is %s', (value, expected) => {
  expect(isWorthSaving(value)).toBe(expected)
  expect(isWorthSaving(value, true)).toBe(true)
})

test('saves after typing pauses for 150 ms', async () => {
  const { autoSave, saved, states } = createTestAutoSave()
  for (const value of ['A', 'Ad', 'Ada']) {
    autoSave.type(value)
    await vi.advanceTimersByTimeAsync(149)
  }
  expect(saved).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect([saved, states]).toEqual([['Ada'], ['saving', 'saved']])
})

test('does not save an emptied field, nor what was typed before', async () => {
  const { autoSave, saved } = createTestAutoSave()
  autoSave.type('A')
  autoSave.type(' ')
  await vi.runAllTimersAsync()
  expect(saved).toEqual([])
})

test('saves an empty value when forced', async () => {
  const { autoSave, saved } = createTestAutoSave({ isForced: true })
  autoSave.type('')
  await vi.runAllTimersAsync()
  expect(saved).toEqual([''])
})

test('saves at once when the field loses the focus', async () => {
  const { autoSave, saved } = createTestAutoSave()
  autoSave.type('Ada')
  await autoSave.finish()
  await vi.runAllTimersAsync()
  expect(saved).toEqual(['Ada'])
})

test('makes one call at a time and saves the last value', async () => {
  const { autoSave, saved, states, saveWith } = createTestAutoSave()
  const first = Promise.withResolvers<void>()
  saveWith(() => first.promise)
  autoSave.type('A')
  await vi.runAllTimersAsync()
  for (const value of ['Ad', 'Ada']) {
    autoSave.type(value)
    await vi.runAllTimersAsync()
  }
  expect(saved).toEqual(['A'])
  saveWith(async () => undefined)
  first.resolve()
  await vi.runAllTimersAsync()
  expect([saved, states.at(-1)]).toEqual([['A', 'Ada'], 'saved'])
})

test('keeps a failed value for a retry', async () => {
  const { autoSave, saved, states, saveWith } = createTestAutoSave()
  saveWith(() => Promise.reject(new Error('away')))
  autoSave.type('Ada')
  await vi.runAllTimersAsync()
  expect(states.at(-1)).toBe('failed')
  saveWith(async () => undefined)
  await autoSave.retry()
  expect([saved, states.at(-1)]).toEqual([['Ada', 'Ada'], 'saved'])
})
