import { describe, expect, it } from 'vitest'
import { START, trackScroll, withPrefetch } from './prefetch.ts'

const at = (from: number) => ({ from, to: from + 20 })

describe('who scrolls', () => {
  it('is given a page more below', () => {
    expect(withPrefetch(trackScroll(START, at(3)), 1000)).toEqual({ from: 3, to: 73 })
  })

  it('is given a page more above', () => {
    const walk = trackScroll(trackScroll(START, at(40)), at(38))
    expect(withPrefetch(walk, 1000)).toEqual({ from: 0, to: 58 })
  })

  it('is given nothing beyond the end', () => {
    expect(withPrefetch(trackScroll(START, at(3)), 40)).toEqual({ from: 3, to: 39 })
  })

  it('keeps it while only the list becomes another', () => {
    const walk = trackScroll(trackScroll(START, at(3)), at(3))
    expect(withPrefetch(walk, 1000)).toEqual({ from: 3, to: 73 })
  })

  it('is given nothing more where he only opened the list, or leapt', () => {
    expect(withPrefetch(trackScroll(START, at(0)), 1000)).toEqual(at(0))
    expect(withPrefetch(trackScroll(START, at(500)), 1000)).toEqual({ from: 500, to: 520 })
  })
})
