// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { commandOf } from './commands.ts'

const none = { ctrlKey: false, metaKey: false, shiftKey: false, altKey: false }
const press = (key: string, modifiers: Partial<typeof none> = {}) =>
  commandOf({ key, ...none, ...modifiers })

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
])('%s gives the command "%s"', (key, kind) => {
  expect(press(key)).toEqual({ kind })
})

test('Ctrl and Cmd are equivalent', () => {
  expect(press('a', { ctrlKey: true })).toEqual({ kind: 'all' })
  expect(press('a', { metaKey: true })).toEqual({ kind: 'all' })
  expect(press('A', { metaKey: true })).toEqual({ kind: 'all' })
})

test('arrows move the cursor, with Shift they extend the selection', () => {
  expect(press('ArrowDown')).toEqual({ kind: 'step', step: 'down', how: 'only' })
  expect(press('ArrowUp', { shiftKey: true })).toEqual({ kind: 'step', step: 'up', how: 'range' })
  expect(press('End')).toEqual({ kind: 'step', step: 'last', how: 'only' })
})

test('with Ctrl, arrows keep the selection and the space bar toggles', () => {
  const ctrl = { ctrlKey: true }
  expect(press('ArrowDown', ctrl)).toEqual({ kind: 'step', step: 'down', how: 'focus' })
  expect(press('Home', ctrl)).toEqual({ kind: 'step', step: 'first', how: 'focus' })
  expect(press('ArrowDown', { ...ctrl, shiftKey: true })).toMatchObject({ how: 'range' })
  expect(press(' ', ctrl)).toEqual({ kind: 'toggle' })
  expect(press(' ')).toEqual({ kind: 'preview' })
})

test('Shift+F10 opens the menu on keyboards without a menu key', () => {
  expect(press('F10', { shiftKey: true })).toEqual({ kind: 'menu' })
})

test("ignores the browser's own shortcuts", () => {
  expect(press('ArrowLeft', { altKey: true })).toBeNull()
  expect(press('r', { ctrlKey: true })).toBeNull()
  expect(press('q')).toBeNull()
  expect(press('Delete', { shiftKey: true })).toBeNull()
})
