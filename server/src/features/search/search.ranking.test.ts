import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { searched } from '../../../test/property.ts'
import { isOneTypoApart, rankName } from './search.ranking.ts'
import { fold, typoKeysOf, wordsOf } from './search.terms.ts'

const word = fc.stringMatching(/^[a-z]{4,12}$/)
const fitOf = (name: string, query: string) => rankName(name, 'pdf', wordsOf(query))?.fit ?? null

/** Removes, inserts or changes a character, or swaps it with the next. */
const withTypo = (text: string, at: number, kind: number): string => {
  const index = at % text.length
  const before = text.slice(0, index)
  const after = text.slice(index)
  const variants = [
    before + after.slice(1),
    `${before}q${after}`,
    `${before}q${after.slice(1)}`,
    before + [...after.slice(0, 2)].reverse().join('') + after.slice(2),
  ]
  return variants[kind % variants.length] ?? text
}

describe('folding', () => {
  it('maps each folded character to its position in the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), text => {
        const { text: folded, origin, starts } = fold(text)
        expect(origin).toHaveLength(folded.length + 1)
        expect(origin).toEqual([...origin].sort((first, second) => first - second))
        expect(origin.at(-1)).toBeLessThanOrEqual(text.length)
        expect(starts.every(start => start < folded.length)).toBe(true)
      }),
      searched(500),
    )
  })

  it('is the same for composed and decomposed accents', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), text => {
        expect(wordsOf(text.normalize('NFD'))).toEqual(wordsOf(text.normalize('NFC')))
      }),
      searched(500),
    )
  })
})

describe('a typo', () => {
  it('is accepted at every position, and shares a typo key with the word', () => {
    fc.assert(
      fc.property(word, fc.nat(), fc.nat(), (intended, at, kind) => {
        const typed = withTypo(intended, at, kind)
        expect(isOneTypoApart(typed, intended)).toBe(true)
        const shared = new Set(typoKeysOf(intended))
        expect(typoKeysOf(typed).some(key => shared.has(key))).toBe(true)
      }),
      searched(500),
    )
  })

  it('is a single one, and never in a number or a short word', () => {
    expect(isOneTypoApart('invoice', 'onvoise')).toBe(false)
    expect(fitOf('Taxes 2024.pdf', '2025')).toBeNull()
    expect(fitOf('abc.pdf', 'abd')).toBeNull()
  })
})

describe('a name', () => {
  it('matches exactly, by prefix or by word', () => {
    fc.assert(
      fc.property(word, word, (first, second) => {
        fc.pre(first !== second)
        expect(fitOf(`${first} ${second}.pdf`, `${first}-${second}`)).toBe('exact')
        expect(fitOf(`${first} ${second}.pdf`, `${first}-${second}.PDF`)).toBe('exact')
        expect(fitOf(`${first} ${second}.pdf`, first)).toBe('prefix')
        expect(fitOf(`0 ${first} ${second}.pdf`, `${second} ${first}`)).toBe('word')
      }),
      searched(200),
    )
  })

  it('is marked at the original positions of the words', () => {
    const name = 'Über-Málaga (Ferry).pdf'
    const { marks } = rankName(name, 'pdf', wordsOf('ferr malaga')) ?? { marks: [] }
    expect(marks.map(([from, to]) => name.slice(from, to))).toEqual(['Málaga', 'Ferr'])
  })

  it('is marked in order, without overlaps', () => {
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 4 }), words => {
        const ranking = rankName(words.join('-'), '', words)
        const positions = (ranking?.marks ?? []).flat()
        expect(positions).toEqual([...positions].sort((first, second) => first - second))
        expect(ranking).not.toBeNull()
      }),
      searched(200),
    )
  })
})
