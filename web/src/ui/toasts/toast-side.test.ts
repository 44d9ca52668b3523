import { expect, test } from 'vitest'
import { sideBeside } from './toast-side.ts'

test('a toast appears at the bottom edge while no dialog is open', () => {
  expect(sideBeside(undefined, 900)).toBe('bottom')
})

test.each([
  ['in the middle, with space below', { top: 250, bottom: 650, left: 400 }, 'bottom'],
  ['a sheet at the lower edge', { top: 400, bottom: 900, left: 0 }, 'top'],
  [
    'nearly as high as the screen, with space beside it',
    { top: 16, bottom: 884, left: 400 },
    'start',
  ],
  ['nearly as large as the screen', { top: 16, bottom: 884, left: 16 }, null],
  ['a preview that fills the screen', { top: 0, bottom: 900, left: 0 }, 'bottom'],
])('a toast does not cover a dialog: %s', (_, dialog, side) => {
  expect(sideBeside(dialog, 900)).toBe(side)
})
