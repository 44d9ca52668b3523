// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest'
import { alongReading } from './direction.ts'

afterEach(() => {
  document.documentElement.dir = 'ltr'
})

test('leaves the right arrow as it is from left to right', () => {
  expect(alongReading('ArrowRight')).toBe('ArrowRight')
})

test('swaps the left and right arrows from right to left and leaves other keys', () => {
  document.documentElement.dir = 'rtl'
  expect(['ArrowLeft', 'ArrowRight', 'ArrowUp', 'Home'].map(alongReading)).toEqual([
    'ArrowRight',
    'ArrowLeft',
    'ArrowUp',
    'Home',
  ])
})
