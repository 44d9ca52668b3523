import { describe, expect, it } from 'vitest'
import {
  NOTHING_VISIBLE,
  renderedRows,
  rowAt,
  startOf,
  topToShow,
  visibleRows,
} from './visible-rows.ts'

const rows = { count: 100_000, height: 46 }

describe('visibleRows', () => {
  it('returns the rows that the viewport touches', () => {
    expect(visibleRows(0, 92, rows)).toEqual({ first: 0, last: 1 })
    expect(visibleRows(45, 92, rows)).toEqual({ first: 0, last: 2 })
    expect(visibleRows(46, 92, rows)).toEqual({ first: 1, last: 2 })
  })

  it('ends at the last row even when the viewport is below it', () => {
    expect(visibleRows(46 * 99_999, 920, rows)).toEqual({ first: 99_999, last: 99_999 })
    expect(visibleRows(46 * 200_000, 920, rows)).toEqual({ first: 99_999, last: 99_999 })
  })

  it('begins at the first row even when the viewport is above it', () => {
    expect(visibleRows(-36, 92, rows)).toEqual({ first: 0, last: 1 })
  })

  it('returns fewer rows where some have extra height above them', () => {
    const extraHeight = { ...rows, extraHeight: { lines: [0, 2], by: 44 } }
    expect([0, 1, 2, 3].map(row => startOf(row, extraHeight))).toEqual([0, 90, 136, 226])
    expect([0, 89, 90, 135, 136, 225, 226].map(top => rowAt(top, extraHeight))).toEqual([
      0, 0, 1, 1, 2, 2, 3,
    ])
    expect(visibleRows(0, 136, extraHeight)).toEqual({ first: 0, last: 1 })
    expect(topToShow(2, 0, 136, extraHeight)).toBe(90)
    expect(rowAt(46 * 1_000_000, extraHeight)).toBe(99_999)
  })

  it('returns none for an empty list or a viewport without height', () => {
    expect(visibleRows(0, 920, { count: 0, height: 46 })).toEqual(NOTHING_VISIBLE)
    expect(visibleRows(0, 0, rows)).toEqual(NOTHING_VISIBLE)
  })
})

describe('renderedRows', () => {
  it('adds rows beyond the visible ones, within the list', () => {
    expect(renderedRows({ first: 1, last: 2 }, rows, { beyond: 2 })).toEqual([0, 1, 2, 3, 4])
    expect(renderedRows({ first: 3, last: 4 }, { count: 5 }, { beyond: 2 })).toEqual([1, 2, 3, 4])
  })

  it('keeps one row rendered, in its order', () => {
    const visible = { first: 50, last: 51 }
    expect(renderedRows(visible, rows, { beyond: 1, kept: 3 })).toEqual([3, 49, 50, 51, 52])
    expect(renderedRows(visible, rows, { beyond: 1, kept: 50 })).toEqual([49, 50, 51, 52])
    expect(renderedRows(visible, rows, { beyond: 1, kept: 90 })).toEqual([49, 50, 51, 52, 90])
    expect(renderedRows(visible, { count: 53 }, { beyond: 1, kept: 90 })).toEqual([49, 50, 51, 52])
  })

  it('returns none when no row is visible', () => {
    expect(renderedRows(NOTHING_VISIBLE, rows, { beyond: 8, kept: 3 })).toEqual([])
  })
})

describe('topToShow', () => {
  it('does not scroll when the row is visible', () => {
    expect(topToShow(3, 100, 200, rows)).toBe(100)
  })

  it('scrolls just until the row is fully visible', () => {
    expect(topToShow(2, 100, 200, rows)).toBe(92)
    expect(topToShow(6, 100, 200, rows)).toBe(122)
  })
})
