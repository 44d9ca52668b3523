import { describe, expect, it } from 'vitest'
import {
  lineAt,
  NOTHING_VISIBLE,
  renderedRows,
  startOf,
  topToShow,
  visibleRows,
} from './visible-rows.ts'

const lines = { count: 100_000, height: 46 }

describe('the lines that are seen', () => {
  it('are those that the window touches', () => {
    expect(visibleRows(0, 92, lines)).toEqual({ first: 0, last: 1 })
    expect(visibleRows(45, 92, lines)).toEqual({ first: 0, last: 2 })
    expect(visibleRows(46, 92, lines)).toEqual({ first: 1, last: 2 })
  })

  it('end with the list, also while a window is still below its end', () => {
    expect(visibleRows(46 * 99_999, 920, lines)).toEqual({ first: 99_999, last: 99_999 })
    expect(visibleRows(46 * 200_000, 920, lines)).toEqual({ first: 99_999, last: 99_999 })
  })

  it('begin with the list, also while the window shows what stands above it', () => {
    expect(visibleRows(-36, 92, lines)).toEqual({ first: 0, last: 1 })
  })

  it('are fewer where some have room for more above them', () => {
    const extraHeight = { ...lines, extraHeight: { lines: [0, 2], by: 44 } }
    expect([0, 1, 2, 3].map(line => startOf(line, extraHeight))).toEqual([0, 90, 136, 226])
    expect([0, 89, 90, 135, 136, 225, 226].map(top => lineAt(top, extraHeight))).toEqual([
      ...[0, 0, 1, 1, 2, 2, 3],
    ])
    expect(visibleRows(0, 136, extraHeight)).toEqual({ first: 0, last: 1 })
    expect(topToShow(2, 0, 136, extraHeight)).toBe(90)
    expect(lineAt(46 * 1_000_000, extraHeight)).toBe(99_999)
  })

  it('are none of an empty list, and none in a window without a height', () => {
    expect(visibleRows(0, 920, { count: 0, height: 46 })).toEqual(NOTHING_VISIBLE)
    expect(visibleRows(0, 0, lines)).toEqual(NOTHING_VISIBLE)
  })
})

describe('the lines that are drawn', () => {
  it('go beyond what is seen, within the list', () => {
    expect(renderedRows({ first: 1, last: 2 }, lines, { beyond: 2 })).toEqual([0, 1, 2, 3, 4])
    expect(renderedRows({ first: 3, last: 4 }, { count: 5 }, { beyond: 2 })).toEqual([1, 2, 3, 4])
  })

  it('hold the one that stays, in its order', () => {
    const seen = { first: 50, last: 51 }
    expect(renderedRows(seen, lines, { beyond: 1, kept: 3 })).toEqual([3, 49, 50, 51, 52])
    expect(renderedRows(seen, lines, { beyond: 1, kept: 50 })).toEqual([49, 50, 51, 52])
    expect(renderedRows(seen, lines, { beyond: 1, kept: 90 })).toEqual([49, 50, 51, 52, 90])
    expect(renderedRows(seen, { count: 53 }, { beyond: 1, kept: 90 })).toEqual([49, 50, 51, 52])
  })

  it('are none while none is seen', () => {
    expect(renderedRows(NOTHING_VISIBLE, lines, { beyond: 8, kept: 3 })).toEqual([])
  })
})

describe('to show a line', () => {
  it('a window that shows it stays', () => {
    expect(topToShow(3, 100, 200, lines)).toBe(100)
  })

  it('another moves until it is whole', () => {
    expect(topToShow(2, 100, 200, lines)).toBe(92)
    expect(topToShow(6, 100, 200, lines)).toBe(122)
  })
})
