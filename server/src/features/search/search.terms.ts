/** Characters that Unicode normalisation does not decompose. */
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
/** Scripts without spaces, where every character can start a word. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u
const LOWER = /\p{Ll}/u
const UPPER = /\p{Lu}/u
const DIGIT = /\p{N}/u

/** Maximum indexed characters of a word. */
const MAX_WORD_LENGTH = 40
/** Maximum indexed characters of a word of a text after the first one of a script without spaces. */
const MAX_UNSPACED_LENGTH = 8
/** Maximum indexed word starts of a name. */
const MAX_STARTS = 48

interface Character {
  /** Lower case without accents; empty for characters that are not part of words. */
  folded: string
  /** A combining accent, which belongs to the previous character. */
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
    folded: characters.filter(character => WORD_CHARACTER.test(character)).join(''),
    isMark: plain === '',
    isUnspaced: UNSPACED.test(character),
    isDigit: DIGIT.test(character),
    isLower: LOWER.test(character),
    isUpper: UPPER.test(character),
  }
}

/** Caches characters, because texts repeat few different ones. */
const characterCache = new Map<string, Character>()
const MAX_CACHE_ENTRIES = 10_000

function characterOf(character: string): Character {
  const cached = characterCache.get(character)
  if (cached) return cached
  const read = readCharacter(character)
  if (characterCache.size >= MAX_CACHE_ENTRIES) characterCache.clear()
  characterCache.set(character, read)
  return read
}

export interface Folded {
  /** Lower case without accents, words separated by one space. */
  text: string
  /** For each index in `text` the index in the original, followed by the end. */
  origin: number[]
  /** The indexes in `text` at which words start. */
  starts: number[]
}

/** Reports a word boundary within a run of characters: `AnnualReport2024` has three words. */
const breaksBetween = (before: Character, after: Character): boolean =>
  after.isUnspaced || before.isDigit !== after.isDigit || (before.isLower && after.isUpper)

/** Builds the folded text and the positions of its characters in the original. */
class Folding implements Folded {
  text = ''
  readonly origin: number[] = []
  readonly starts: number[] = []
  /** The previous character of the current word. */
  #before: Character | undefined
  #wordEnd = 0

  add(character: string, at: number): void {
    const read = characterOf(character)
    if (read.folded !== '') this.#addToWord(read, at, at + character.length)
    else if (!read.isMark) this.#before = undefined
    else if (this.#before) this.#wordEnd = at + character.length
  }

  #addToWord(read: Character, at: number, end: number): void {
    if (!this.#before && this.text !== '') {
      this.text += ' '
      this.origin.push(this.#wordEnd)
    }
    if (!this.#before || breaksBetween(this.#before, read)) this.starts.push(this.text.length)
    for (let index = 0; index < read.folded.length; index += 1) this.origin.push(at)
    this.text += read.folded
    this.#before = read
    this.#wordEnd = end
  }

  end(): Folded {
    this.origin.push(this.#wordEnd)
    return this
  }
}

/** Folds a text for comparison, ignoring case, accents and punctuation. */
export function fold(original: string): Folded {
  const folding = new Folding()
  let at = 0
  for (const character of original) {
    folding.add(character, at)
    at += character.length
  }
  return folding.end()
}

/** Returns the folded words of a text. */
export const wordsOf = (text: string): string[] => fold(text).text.split(' ').filter(Boolean)

/** Returns the text from an index to the next space. */
export const wordAt = ({ text }: Folded, start: number): string => {
  const end = text.indexOf(' ', start)
  return text.slice(start, end === -1 ? text.length : end)
}

/** Returns the text from each word start to the next space. */
export const wordStarts = (folded: Folded): string[] =>
  folded.starts.map(start => wordAt(folded, start).slice(0, MAX_WORD_LENGTH))

/** Returns the word starts that a name can be found by. */
export const nameStarts = (folded: Folded): string[] => wordStarts(folded).slice(0, MAX_STARTS)

/**
 * Returns the part of a word of a text that is indexed and searched. In scripts without spaces each
 * character starts a word, which would fill the index.
 */
export function textPart(word: string): string {
  const unspacedAt = word.search(UNSPACED)
  return unspacedAt === -1 ? word : word.slice(0, unspacedAt + MAX_UNSPACED_LENGTH)
}

/** Reports whether a word has characters of scripts without spaces, so that it continues in a text. */
export const isUnspaced = (word: string): boolean => UNSPACED.test(word)

/** Returns the single words of a name for typo search; `AnnualReport` has two. */
export function vocabularyOf({ text, starts }: Folded): string[] {
  const words = starts.slice(0, MAX_STARTS).map((start, index) => {
    const end = Math.min(starts[index + 1] ?? text.length, text.length)
    return text.slice(start, end).trim()
  })
  return [...new Set(words.filter(isSpellable))]
}

const SPELLED_MIN = 4
const MAX_SPELLED_LENGTH = 24
const LETTERS = /^\p{L}+$/u
/** Reports whether typos are accepted in a word: not in numbers or very short words. */
export const isSpellable = (word: string): boolean =>
  word.length >= SPELLED_MIN && word.length <= MAX_SPELLED_LENGTH && LETTERS.test(word)

/** Hashes of a word and of all its variants without one character; similar words share one of them. */
export function typoKeysOf(word: string): number[] {
  const keys = new Set([hashOf(word)])
  for (let at = 0; at < word.length; at += 1)
    keys.add(hashOf(word.slice(0, at) + word.slice(at + 1)))
  return [...keys]
}

/** FNV-1a as a signed 32-bit number. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1)
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash | 0
}
