// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { commandOf } from './commands.ts'

const none = { ctrlKey: false, metaKey: false, shiftKey: false, altKey: false }
const press = (key: string, held: Partial<typeof none> = {}) => commandOf({ key, ...none, ...held })

test.each([
  ['Enter', 'open'],
  ['F2', 'rename'],
  ['Delete', 'remove'],
  ['Escape', 'clear'],
  ['ContextMenu', 'menu'],
  ['Backspace', 'parent'],
  ['m', 'move'],
  ['s', 'favourite'],
  ['d', 'download'],
  ['?', 'help'],
])('%s asks for "%s"', (key, kind) => {
  expect(press(key)).toEqual({ kind })
})

test('Ctrl and Cmd are the same', () => {
  expect(press('a', { ctrlKey: true })).toEqual({ kind: 'all' })
  expect(press('a', { metaKey: true })).toEqual({ kind: 'all' })
  expect(press('A', { metaKey: true })).toEqual({ kind: 'all' })
})

test('arrows step, and with Shift extend', () => {
  expect(press('ArrowDown')).toEqual({ kind: 'step', step: 'down', how: 'only' })
  expect(press('ArrowUp', { shiftKey: true })).toEqual({ kind: 'step', step: 'up', how: 'range' })
  expect(press('End')).toEqual({ kind: 'step', step: 'last', how: 'only' })
})

test('with Ctrl arrows leave the selection, and the space bar toggles', () => {
  const ctrl = { ctrlKey: true }
  expect(press('ArrowDown', ctrl)).toEqual({ kind: 'step', step: 'down', how: 'focus' })
  expect(press('Home', ctrl)).toEqual({ kind: 'step', step: 'first', how: 'focus' })
  expect(press('ArrowDown', { ...ctrl, shiftKey: true })).toMatchObject({ how: 'range' })
  expect(press(' ', ctrl)).toEqual({ kind: 'toggle' })
  expect(press(' ')).toEqual({ kind: 'preview' })
})

test('Shift+F10 is the menu key of keyboards that have none', () => {
  expect(press('F10', { shiftKey: true })).toEqual({ kind: 'menu' })
})

test("the browser's own keys stay its own", () => {
  expect(press('ArrowLeft', { altKey: true })).toBeNull()
  expect(press('r', { ctrlKey: true })).toBeNull()
  expect(press('q')).toBeNull()
  expect(press('Delete', { shiftKey: true })).toBeNull()
})
