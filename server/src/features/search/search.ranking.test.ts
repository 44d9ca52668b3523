import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { searched } from '../../../test/property.ts'
import { isOneTypoApart, rankName } from './search.ranking.ts'
import { fold, typoKeysOf, wordsOf } from './search.terms.ts'

const word = fc.stringMatching(/^[a-z]{4,12}$/)
const fitOf = (name: string, query: string) => rankName(name, 'pdf', wordsOf(query))?.fit ?? null

/** A letter left out, put in, changed, or swapped with the next. */
const slip = (text: string, at: number, kind: number): string => {
  const place = at % text.length
  const before = text.slice(0, place)
  const after = text.slice(place)
  const made = [
    before + after.slice(1),
    `${before}q${after}`,
    `${before}q${after.slice(1)}`,
    before + [...after.slice(0, 2)].reverse().join('') + after.slice(2),
  ]
  return made[kind % made.length] ?? text
}

describe('folding', () => {
  it('knows for each part of the words where it was in the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), text => {
        const { text: folded, origin, starts } = fold(text)
        expect(origin).toHaveLength(folded.length + 1)
        expect(origin).toEqual([...origin].sort((one, other) => one - other))
        expect(origin.at(-1)).toBeLessThanOrEqual(text.length)
        expect(starts.every(start => start < folded.length)).toBe(true)
      }),
      searched(500),
    )
  })

  it('makes the same of what is folded already, and of either way to write an accent', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), text => {
        expect(wordsOf(text.normalize('NFD'))).toEqual(wordsOf(text.normalize('NFC')))
      }),
      searched(500),
    )
  })
})

describe('a slip of the hand', () => {
  it('is forgiven wherever it is, and the index knows the word by it', () => {
    fc.assert(
      fc.property(word, fc.nat(), fc.nat(), (meant, at, kind) => {
        const typed = slip(meant, at, kind)
        expect(isOneTypoApart(typed, meant)).toBe(true)
        const shared = new Set(typoKeysOf(meant))
        expect(typoKeysOf(typed).some(one => shared.has(one))).toBe(true)
      }),
      searched(500),
    )
  })

  it('is one, not two, and never a number', () => {
    expect(isOneTypoApart('invoice', 'onvoise')).toBe(false)
    expect(fitOf('Taxes 2024.pdf', '2025')).toBeNull()
    expect(fitOf('abc.pdf', 'abd')).toBeNull()
  })
})

describe('a name', () => {
  it('fits itself exactly, its beginning as a beginning, and a word of it as a word', () => {
    fc.assert(
      fc.property(word, word, (one, other) => {
        fc.pre(one !== other)
        expect(fitOf(`${one} ${other}.pdf`, `${one}-${other}`)).toBe('exact')
        expect(fitOf(`${one} ${other}.pdf`, `${one}-${other}.PDF`)).toBe('exact')
        expect(fitOf(`${one} ${other}.pdf`, one)).toBe('prefix')
        expect(fitOf(`0 ${one} ${other}.pdf`, `${other} ${one}`)).toBe('word')
      }),
      searched(200),
    )
  })

  it('is marked where the words are, in its own letters', () => {
    const name = 'Über-Málaga (Ferry).pdf'
    const { marks } = rankName(name, 'pdf', wordsOf('ferr malaga')) ?? { marks: [] }
    expect(marks.map(([from, to]) => name.slice(from, to))).toEqual(['Málaga', 'Ferr'])
  })

  it('is marked in order, without overlaps', () => {
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 4 }), words => {
        const ranking = rankName(words.join('-'), '', words)
        const places = (ranking?.marks ?? []).flat()
        expect(places).toEqual([...places].sort((one, other) => one - other))
        expect(ranking).not.toBeNull()
      }),
      searched(200),
    )
  })
})
