import { describe, expect, it } from 'vitest'
import { START, trackScroll, withPrefetch } from './prefetch.ts'

const rangeFrom = (from: number) => ({ from, to: from + 20 })

describe('scrolling', () => {
  it('loads one more page below', () => {
    expect(withPrefetch(trackScroll(START, rangeFrom(3)), 1000)).toEqual({ from: 3, to: 73 })
  })

  it('loads one more page above', () => {
    const position = trackScroll(trackScroll(START, rangeFrom(40)), rangeFrom(38))
    expect(withPrefetch(position, 1000)).toEqual({ from: 0, to: 58 })
  })

  it('loads nothing beyond the end', () => {
    expect(withPrefetch(trackScroll(START, rangeFrom(3)), 40)).toEqual({ from: 3, to: 39 })
  })

  it('keeps the direction while only the list changes', () => {
    const position = trackScroll(trackScroll(START, rangeFrom(3)), rangeFrom(3))
    expect(withPrefetch(position, 1000)).toEqual({ from: 3, to: 73 })
  })

  it('loads no extra page when the list was just opened, or after a jump', () => {
    expect(withPrefetch(trackScroll(START, rangeFrom(0)), 1000)).toEqual(rangeFrom(0))
    expect(withPrefetch(trackScroll(START, rangeFrom(500)), 1000)).toEqual({ from: 500, to: 520 })
  })
})
