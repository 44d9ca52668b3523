import { type Folded, fold, hashOf, wordStarts, wordsOf } from './search.terms.ts'

/**
 * What both databases index: each token says by its sign what it is. They are made here, so that
 * neither database's idea of a word decides what is found.
 */
const SIGNS = {
  word: '-',
  /** The first letters of a word. */
  edge: '<',
  /** The same of the first word alone. */
  first: '^',
  /** The whole name. */
  whole: '=',
  /** Three letters in a row. */
  part: '~',
  kind: '#',
  extension: '.',
} as const

/** Words up to here are found by one token each, however many begin with the same letters. */
const EDGE_MAX = 4
const PART_LENGTH = 3
const WHOLE_MAX = 80

/** Each tree's tokens are apart, so that a search costs what lies in the trees it goes through. */
const signOf = (tree: string): string =>
  ((hashOf(tree) >>> 0) % 46_656).toString(36).padStart(3, '0')

export interface Indexed {
  /** Its owner, and the team folder that it lies in: it is found in both. */
  trees: readonly string[]
  folded: Folded
  /** Lower case, without the dot; empty when there is none. */
  extension: string
  kinds: readonly string[]
}

/** The name without its ending, folded. */
const stemOf = ({ folded, extension }: Indexed): string => {
  const ending = wordsOf(extension).join(' ')
  const { text } = folded
  return ending !== '' && text.endsWith(` ${ending}`) ? text.slice(0, -ending.length - 1) : text
}

const wholeToken = (text: string): string => text.slice(0, WHOLE_MAX).replaceAll(' ', '_')

/** Everything that a name can be found by. */
export function nameTokens(item: Indexed): string[] {
  const { folded, extension, kinds } = item
  const signed = [
    ...kinds.map(kind => SIGNS.kind + kind),
    ...(extension ? [SIGNS.extension + extension] : []),
    ...(folded.text ? [folded.text, stemOf(item)].map(text => SIGNS.whole + wholeToken(text)) : []),
    ...wordStarts(folded).flatMap((word, place) => wordTokens(word, place === 0)),
    // All of them: what a name is found by otherwise, it is found by its parts as well.
    ...folded.text.split(' ').flatMap(run => partsOf(run).map(part => SIGNS.part + part)),
  ]
  const tokens = [...new Set(signed)]
  return item.trees.map(signOf).flatMap(tree => tokens.map(token => tree + token))
}

function wordTokens(word: string, isFirst: boolean): string[] {
  const edges = Array.from({ length: Math.min(EDGE_MAX, word.length) }, (_, at) =>
    word.slice(0, at + 1),
  )
  return [
    SIGNS.word + word,
    ...edges.map(edge => SIGNS.edge + edge),
    ...(isFirst ? [word, ...edges].map(text => SIGNS.first + text) : []),
  ]
}

const partsOf = (word: string): string[] =>
  Array.from({ length: Math.max(0, word.length - PART_LENGTH + 1) }, (_, at) =>
    word.slice(at, at + PART_LENGTH),
  )

/** A content's tokens are kept with the content, so the trees are tokens of their own there. */
export const textTokens = (words: Iterable<string>): string[] =>
  [...words].map(word => SIGNS.word + word)

/**
 * What an item adds to its content's tokens: where it lies, what it is, the words of its name, and what
 * it says to the fields of its document type.
 */
export function itemTokens(item: Indexed, values: readonly string[]): string[] {
  const written = values.flatMap(value => value.split(/\s+/))
  return [
    ...item.trees.map(tree => `@${signOf(tree)}`),
    ...item.kinds.map(kind => SIGNS.kind + kind),
    ...(item.extension ? [SIGNS.extension + item.extension] : []),
    ...textTokens(new Set([item.folded, ...written.map(fold)].flatMap(wordStarts))),
  ]
}

export interface Token {
  text: string
  isPrefix: boolean
}
/** One of these has to be there. */
export type Clause = Token[]
/** All of these have to be met. */
export type Expression = Clause[]

const exactly = (text: string): Token => ({ text, isPrefix: false })
const beginning = (text: string): Token => ({ text, isPrefix: true })

export interface SearchFilter {
  trees: readonly string[]
  kind?: string | undefined
  extension?: string | undefined
}

function startingWith(sign: 'edge' | 'first', word: string): Token {
  const short = word.length <= EDGE_MAX
  if (sign === 'first') return short ? exactly(SIGNS.first + word) : beginning(SIGNS.first + word)
  return short ? exactly(SIGNS.edge + word) : beginning(SIGNS.word + word)
}

const narrowed = ({ kind, extension }: SearchFilter): Expression => [
  ...(kind ? [[exactly(SIGNS.kind + kind)]] : []),
  ...(extension ? [[exactly(SIGNS.extension + extension)]] : []),
]

/** The same for each tree; what mixes two of them finds nothing more, as a name has all its tokens in each. */
const within = ({ trees }: SearchFilter, expression: Expression): Expression =>
  expression.map(clause =>
    trees.flatMap(tree => clause.map(token => ({ ...token, text: signOf(tree) + token.text }))),
  )

export const byWholeName = (where: SearchFilter, words: readonly string[]): Expression =>
  within(where, [[exactly(SIGNS.whole + wholeToken(words.join(' ')))], ...narrowed(where)])

export const byFirstWord = (where: SearchFilter, [first = '', ...rest]: readonly string[]) =>
  within(where, [
    [startingWith('first', first)],
    ...rest.map(word => [startingWith('edge', word)]),
    ...narrowed(where),
  ])

export const byWords = (where: SearchFilter, words: readonly string[]): Expression =>
  within(where, [...words.map(word => [startingWith('edge', word)]), ...narrowed(where)])

export const byParts = (where: SearchFilter, words: readonly string[]): Expression =>
  within(where, [
    ...words.flatMap(word =>
      word.length < PART_LENGTH
        ? [[startingWith('edge', word)]]
        : partsOf(word).map(part => [exactly(SIGNS.part + part)]),
    ),
    ...narrowed(where),
  ])

/** @param similar for each word those that it may have been meant as */
export const bySimilarWords = (
  where: SearchFilter,
  words: readonly string[],
  similar: ReadonlyMap<string, readonly string[]>,
): Expression =>
  within(where, [
    ...words.map(word => [
      startingWith('edge', word),
      ...(similar.get(word) ?? []).map(other => startingWith('edge', other)),
    ]),
    ...narrowed(where),
  ])

export const byKind = (where: SearchFilter): Expression =>
  within(where, narrowed({ ...where, kind: where.kind ?? 'any' }))

/** In the text (and the name); a short word has to be there as it is. */
export const byText = (where: SearchFilter, words: readonly string[]): Expression => [
  where.trees.map(tree => exactly(`@${signOf(tree)}`)),
  ...words.map(word => [
    word.length < PART_LENGTH ? exactly(SIGNS.word + word) : beginning(SIGNS.word + word),
  ]),
  ...narrowed(where),
]
