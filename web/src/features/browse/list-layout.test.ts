import { describe, expect, test } from 'vitest'
import { itemsIn } from './list-layout.ts'

const box = (left: number, top: number, right: number, bottom: number) => ({
  left,
  top,
  right,
  bottom,
})

describe('a band over a list', () => {
  const list = { total: 10, columns: 1, height: 40, gap: 0, side: 0, width: 500, head: 0 }

  test('chooses each row that it touches, wherever in the row', () => {
    expect(itemsIn(box(400, 45, 420, 130), list)).toEqual([1, 2, 3])
    expect(itemsIn(box(0, 41, 1, 42), list)).toEqual([1])
  })

  test('begins below the head of the table', () => {
    expect(itemsIn(box(0, 10, 10, 80), { ...list, head: 36 })).toEqual([0, 1])
  })

  test('chooses nothing below the last row, and all of them from there upwards', () => {
    expect(itemsIn(box(0, 401, 10, 500), list)).toEqual([])
    expect(itemsIn(box(0, 350, 10, 500), list)).toEqual([8, 9])
    expect(itemsIn(box(0, -20, 10, 900), list)).toHaveLength(10)
  })
})

describe('a band over a list with headings', () => {
  const headings = { height: 30, words: new Map([0, 2].map(line => [line, 'A day'])) }
  // Rows at 30 and 70, and below the second heading at 140 and 180.
  const list = { total: 4, columns: 1, height: 40, gap: 0, side: 0, width: 500, head: 0, headings }

  test.each([
    [31, 60, [0]],
    [75, 150, [1, 2]],
    [145, 190, [2, 3]],
    [0, 500, [0, 1, 2, 3]],
  ])('chooses from %i to %i each row that it touches', (top, bottom, rows) => {
    expect(itemsIn(box(0, top, 10, bottom), list)).toEqual(rows)
  })

  test.each([
    [5, 20, []],
    [112, 135, []],
    [100, 130, [1]],
    [120, 150, [2]],
  ])('from %i to %i the headings are nothing to choose', (top, bottom, rows) => {
    expect(itemsIn(box(0, top, 10, bottom), list)).toEqual(rows)
  })
})

describe('a band over a grid', () => {
  // Three cards of 100 beside each other, 20 apart, 30 from the edges.
  const grid = { total: 8, columns: 3, height: 120, gap: 20, side: 30, width: 400, head: 0 }

  test('chooses the cards that it touches, and none beside it', () => {
    expect(itemsIn(box(140, 50, 200, 200), grid)).toEqual([1, 4])
    expect(itemsIn(box(35, 15, 390, 20), grid)).toEqual([0, 1, 2])
  })

  test('counts its columns from the right where people read so', () => {
    const mirrored = { ...grid, isMirrored: true }
    expect(itemsIn(box(300, 50, 360, 200), mirrored)).toEqual([0, 3])
    expect(itemsIn(box(35, 15, 100, 20), mirrored)).toEqual([2])
  })

  test('between the cards there is nothing', () => {
    expect(itemsIn(box(132, 0, 148, 300), grid)).toEqual([])
    expect(itemsIn(box(0, 112, 400, 128), grid)).toEqual([])
  })

  test('the last line ends where the items do', () => {
    expect(itemsIn(box(0, 255, 400, 900), grid)).toEqual([6, 7])
  })
})
