import { describe, expect, test } from 'vitest'
import { itemsIn } from './list-layout.ts'

const box = (left: number, top: number, right: number, bottom: number) => ({
  left,
  top,
  right,
  bottom,
})

describe('a selection box over a list', () => {
  const list = { total: 10, columns: 1, height: 40, gap: 0, padding: 0, width: 500, head: 0 }

  test('selects each row that it touches', () => {
    expect(itemsIn(box(400, 45, 420, 130), list)).toEqual([1, 2, 3])
    expect(itemsIn(box(0, 41, 1, 42), list)).toEqual([1])
  })

  test('starts below the table head', () => {
    expect(itemsIn(box(0, 10, 10, 80), { ...list, head: 36 })).toEqual([0, 1])
  })

  test('selects nothing below the last row, and all rows from there upwards', () => {
    expect(itemsIn(box(0, 401, 10, 500), list)).toEqual([])
    expect(itemsIn(box(0, 350, 10, 500), list)).toEqual([8, 9])
    expect(itemsIn(box(0, -20, 10, 900), list)).toHaveLength(10)
  })
})

describe('a selection box over a list with headings', () => {
  const headings = { height: 30, labels: new Map([0, 2].map(row => [row, 'A day'])) }
  // Rows at 30 and 70, and below the second heading at 140 and 180.
  const list = {
    total: 4,
    columns: 1,
    height: 40,
    gap: 0,
    padding: 0,
    width: 500,
    head: 0,
    headings,
  }

  test.each([
    [31, 60, [0]],
    [75, 150, [1, 2]],
    [145, 190, [2, 3]],
    [0, 500, [0, 1, 2, 3]],
  ])('from %i to %i selects each row that it touches', (top, bottom, rows) => {
    expect(itemsIn(box(0, top, 10, bottom), list)).toEqual(rows)
  })

  test.each([
    [5, 20, []],
    [112, 135, []],
    [100, 130, [1]],
    [120, 150, [2]],
  ])('from %i to %i headings are not selectable', (top, bottom, rows) => {
    expect(itemsIn(box(0, top, 10, bottom), list)).toEqual(rows)
  })
})

describe('a selection box over a grid', () => {
  // Three cards of 100 next to each other, 20 apart, 30 from the edges.
  const grid = { total: 8, columns: 3, height: 120, gap: 20, padding: 30, width: 400, head: 0 }

  test('selects the cards that it touches and none next to it', () => {
    expect(itemsIn(box(140, 50, 200, 200), grid)).toEqual([1, 4])
    expect(itemsIn(box(35, 15, 390, 20), grid)).toEqual([0, 1, 2])
  })

  test('counts columns from the right in right-to-left layouts', () => {
    const mirrored = { ...grid, isMirrored: true }
    expect(itemsIn(box(300, 50, 360, 200), mirrored)).toEqual([0, 3])
    expect(itemsIn(box(35, 15, 100, 20), mirrored)).toEqual([2])
  })

  test('selects nothing between the cards', () => {
    expect(itemsIn(box(132, 0, 148, 300), grid)).toEqual([])
    expect(itemsIn(box(0, 112, 400, 128), grid)).toEqual([])
  })

  test('selects nothing after the last item of the last row', () => {
    expect(itemsIn(box(0, 255, 400, 900), grid)).toEqual([6, 7])
  })
})
