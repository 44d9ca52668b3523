/** Letters that no normalisation takes apart. */
const LIGATURES: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
}
const MARKS = /\p{M}+/gu
const WORD_CHARACTER = /[\p{L}\p{N}]/u
/** Written without spaces: a word may begin at any of these characters. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u
const LOWER = /\p{Ll}/u
const UPPER = /\p{Lu}/u
const DIGIT = /\p{N}/u

/** How much of one word is told apart. */
const WORD_MAX = 40
const STARTS_MAX = 48

interface Character {
  /** Without accents and capitals; empty for what belongs to no word. */
  kept: string
  /** An accent of its own, which belongs to the letter before it. */
  isMark: boolean
  isUnspaced: boolean
  isDigit: boolean
  isLower: boolean
  isUpper: boolean
}

function readCharacter(character: string): Character {
  const plain = character.normalize('NFKD').replace(MARKS, '').toLowerCase()
  const characters = [...plain].map(character => LIGATURES[character] ?? character)
  return {
    kept: characters.filter(character => WORD_CHARACTER.test(character)).join(''),
    isMark: plain === '',
    isUnspaced: UNSPACED.test(character),
    isDigit: DIGIT.test(character),
    isLower: LOWER.test(character),
    isUpper: UPPER.test(character),
  }
}

/** Texts are long, and made of few different characters. */
const known = new Map<string, Character>()
const KNOWN_MAX = 10_000

function characterOf(character: string): Character {
  const before = known.get(character)
  if (before) return before
  const read = readCharacter(character)
  if (known.size >= KNOWN_MAX) known.clear()
  known.set(character, read)
  return read
}

export interface Folded {
  /** Without accents and capitals, words apart by one space. */
  text: string
  /** For each place in `text` its place in the original; the last one is the end. */
  origin: number[]
  /** The places in `text` at which a word begins. */
  starts: number[]
}

/** A break within a run of letters: `AnnualReport2024` has three words. */
const breaksBetween = (before: Character, after: Character): boolean =>
  after.isUnspaced || before.isDigit !== after.isDigit || (before.isLower && after.isUpper)

/** Puts folded characters together, and keeps where they come from. */
class Folding implements Folded {
  text = ''
  readonly origin: number[] = []
  readonly starts: number[] = []
  /** The character before, while a word goes on. */
  #before: Character | undefined
  #wordEnd = 0

  add(character: string, at: number): void {
    const read = characterOf(character)
    if (read.kept !== '') this.#addToWord(read, at, at + character.length)
    else if (!read.isMark) this.#before = undefined
    else if (this.#before) this.#wordEnd = at + character.length
  }

  #addToWord(read: Character, at: number, end: number): void {
    if (!this.#before && this.text !== '') {
      this.text += ' '
      this.origin.push(this.#wordEnd)
    }
    if (!this.#before || breaksBetween(this.#before, read)) this.starts.push(this.text.length)
    for (let index = 0; index < read.kept.length; index += 1) this.origin.push(at)
    this.text += read.kept
    this.#before = read
    this.#wordEnd = end
  }

  end(): Folded {
    this.origin.push(this.#wordEnd)
    return this
  }
}

/** The words of a text as they are compared: what people see as the same letters is the same. */
export function fold(original: string): Folded {
  const folding = new Folding()
  let at = 0
  for (const character of original) {
    folding.add(character, at)
    at += character.length
  }
  return folding.end()
}

export const wordsOf = (text: string): string[] => fold(text).text.split(' ').filter(Boolean)

/** From a place to the end of its run of letters. */
export const wordAt = ({ text }: Folded, start: number): string => {
  const end = text.indexOf(' ', start)
  return text.slice(start, end === -1 ? text.length : end)
}

/** Everything that a word can be searched by from one of its beginnings. */
export const wordStarts = (folded: Folded): string[] =>
  folded.starts.slice(0, STARTS_MAX).map(start => wordAt(folded, start).slice(0, WORD_MAX))

/** The plain words in a name, each part of `AnnualReport` by itself, for what is spelled wrongly. */
export function vocabularyOf({ text, starts }: Folded): string[] {
  const words = starts.slice(0, STARTS_MAX).map((start, place) => {
    const end = Math.min(starts[place + 1] ?? text.length, text.length)
    return text.slice(start, end).trim()
  })
  return [...new Set(words.filter(isSpellable))]
}

const SPELLED_MIN = 4
const SPELLED_MAX = 24
const LETTERS = /^\p{L}+$/u
/** Numbers mean what they say, and of three letters nobody can tell which one is wrong. */
export const isSpellable = (word: string): boolean =>
  word.length >= SPELLED_MIN && word.length <= SPELLED_MAX && LETTERS.test(word)

/** A word and all that remains of it without one of its letters: similar words share one of these. */
export function typoKeysOf(word: string): number[] {
  const slips = new Set([hashOf(word)])
  for (let at = 0; at < word.length; at += 1)
    slips.add(hashOf(word.slice(0, at) + word.slice(at + 1)))
  return [...slips]
}

/** FNV-1a as a signed 32-bit number. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1)
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash | 0
}
