// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest'
import { alongReading } from './direction.ts'

afterEach(() => {
  document.documentElement.dir = 'ltr'
})

test('the arrow to the right leads on', () => {
  expect(alongReading('ArrowRight')).toBe('ArrowRight')
})

test('from right to left the arrow to the left leads on, and other keys stay', () => {
  document.documentElement.dir = 'rtl'
  expect(['ArrowLeft', 'ArrowRight', 'ArrowUp', 'Home'].map(alongReading)).toEqual([
    'ArrowRight',
    'ArrowLeft',
    'ArrowUp',
    'Home',
  ])
})
