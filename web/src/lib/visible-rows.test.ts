import { describe, expect, it } from 'vitest'
import { drawnLines, lineAt, NOTHING_SEEN, seenLines, startOf, topToShow } from './visible-rows.ts'

const lines = { count: 100_000, height: 46 }

describe('the lines that are seen', () => {
  it('are those that the window touches', () => {
    expect(seenLines(0, 92, lines)).toEqual({ first: 0, last: 1 })
    expect(seenLines(45, 92, lines)).toEqual({ first: 0, last: 2 })
    expect(seenLines(46, 92, lines)).toEqual({ first: 1, last: 2 })
  })

  it('end with the list, also while a window is still below its end', () => {
    expect(seenLines(46 * 99_999, 920, lines)).toEqual({ first: 99_999, last: 99_999 })
    expect(seenLines(46 * 200_000, 920, lines)).toEqual({ first: 99_999, last: 99_999 })
  })

  it('begin with the list, also while the window shows what stands above it', () => {
    expect(seenLines(-36, 92, lines)).toEqual({ first: 0, last: 1 })
  })

  it('are fewer where some have room for more above them', () => {
    const taller = { ...lines, taller: { lines: [0, 2], by: 44 } }
    expect([0, 1, 2, 3].map(line => startOf(line, taller))).toEqual([0, 90, 136, 226])
    expect([0, 89, 90, 135, 136, 225, 226].map(top => lineAt(top, taller))).toEqual([
      ...[0, 0, 1, 1, 2, 2, 3],
    ])
    expect(seenLines(0, 136, taller)).toEqual({ first: 0, last: 1 })
    expect(topToShow(2, 0, 136, taller)).toBe(90)
    expect(lineAt(46 * 1_000_000, taller)).toBe(99_999)
  })

  it('are none of an empty list, and none in a window without a height', () => {
    expect(seenLines(0, 920, { count: 0, height: 46 })).toEqual(NOTHING_SEEN)
    expect(seenLines(0, 0, lines)).toEqual(NOTHING_SEEN)
  })
})

describe('the lines that are drawn', () => {
  it('go beyond what is seen, within the list', () => {
    expect(drawnLines({ first: 1, last: 2 }, lines, { beyond: 2 })).toEqual([0, 1, 2, 3, 4])
    expect(drawnLines({ first: 3, last: 4 }, { count: 5 }, { beyond: 2 })).toEqual([1, 2, 3, 4])
  })

  it('hold the one that stays, in its order', () => {
    const seen = { first: 50, last: 51 }
    expect(drawnLines(seen, lines, { beyond: 1, kept: 3 })).toEqual([3, 49, 50, 51, 52])
    expect(drawnLines(seen, lines, { beyond: 1, kept: 50 })).toEqual([49, 50, 51, 52])
    expect(drawnLines(seen, lines, { beyond: 1, kept: 90 })).toEqual([49, 50, 51, 52, 90])
    expect(drawnLines(seen, { count: 53 }, { beyond: 1, kept: 90 })).toEqual([49, 50, 51, 52])
  })

  it('are none while none is seen', () => {
    expect(drawnLines(NOTHING_SEEN, lines, { beyond: 8, kept: 3 })).toEqual([])
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
