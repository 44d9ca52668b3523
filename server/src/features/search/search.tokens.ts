import {
  type Folded,
  fold,
  hashOf,
  isUnspaced,
  nameStarts,
  textPart,
  wordStarts,
  wordsOf,
} from './search.terms.ts'

/**
 * The tokens that both databases index; the sign of a token is its kind. Tokens are created here, so
 * that results do not depend on the tokenizer of a database.
 */
const SIGNS = {
  word: '-',
  /** A prefix of a word. */
  edge: '<',
  /** A prefix of the first word. */
  first: '^',
  /** The full name. */
  fullName: '=',
  /** Three characters in a row. */
  part: '~',
  kind: '#',
  /** A word of a document value, which guests can neither read nor search for. */
  value: '_',
  extension: '.',
} as const

/** Prefixes up to this length have their own token; longer ones use prefix queries. */
const MAX_EDGE = 4
const PART_LENGTH = 3
const MAX_FULL_NAME_LENGTH = 80

/** Returns the token prefix of a tree, so that a search only reads the tokens of its trees. */
const treePrefix = (tree: string): string =>
  ((hashOf(tree) >>> 0) % 46_656).toString(36).padStart(3, '0')

export interface IndexedName {
  /** Ids of the owner and the team folder; the item is found in both. */
  trees: readonly string[]
  folded: Folded
  /** Lower case, without the dot; empty without an extension. */
  extension: string
  kinds: readonly string[]
}

/** Returns the folded name without its extension. */
const stemOf = ({ folded, extension }: IndexedName): string => {
  const suffix = wordsOf(extension).join(' ')
  const { text } = folded
  return suffix !== '' && text.endsWith(` ${suffix}`) ? text.slice(0, -suffix.length - 1) : text
}

const fullNameToken = (text: string): string =>
  text.slice(0, MAX_FULL_NAME_LENGTH).replaceAll(' ', '_')

/** Returns all tokens that a name can be found by. */
export function nameTokens(item: IndexedName): string[] {
  const { folded, extension, kinds } = item
  const signed = [
    ...kinds.map(kind => SIGNS.kind + kind),
    ...(extension ? [SIGNS.extension + extension] : []),
    ...(folded.text
      ? [folded.text, stemOf(item)].map(text => SIGNS.fullName + fullNameToken(text))
      : []),
    ...nameStarts(folded).flatMap((word, index) => wordTokens(word, index === 0)),
    // Includes the parts of all words, so that a part search finds every other name match too.
    ...folded.text.split(' ').flatMap(run => partsOf(run).map(part => SIGNS.part + part)),
  ]
  const tokens = [...new Set(signed)]
  return item.trees.map(treePrefix).flatMap(tree => tokens.map(token => tree + token))
}

function wordTokens(word: string, isFirst: boolean): string[] {
  const edges = Array.from({ length: Math.min(MAX_EDGE, word.length) }, (_, at) =>
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

/** Returns the tokens of a content. They are shared by all its items, so they have no tree prefix. */
export const textTokens = (words: Iterable<string>): string[] =>
  [...words].map(word => SIGNS.word + word)

/**
 * Returns the tokens an item adds to those of its content: trees, kinds, the words of its name and
 * its document values.
 */
export function itemTokens(item: IndexedName, values: readonly string[]): string[] {
  const written = values.flatMap(value => value.split(/\s+/)).map(fold)
  return [
    ...item.trees.map(tree => `@${treePrefix(tree)}`),
    ...item.kinds.map(kind => SIGNS.kind + kind),
    ...(item.extension ? [SIGNS.extension + item.extension] : []),
    ...textTokens(new Set(nameStarts(item.folded))),
    ...[...new Set(written.flatMap(wordStarts))].map(word => SIGNS.value + word),
  ]
}

export interface Token {
  text: string
  isPrefix: boolean
}
/** At least one of these tokens must match. */
export type Clause = Token[]
/** All of these clauses must match. */
export type Expression = Clause[]

const exactToken = (text: string): Token => ({ text, isPrefix: false })
const prefixToken = (text: string): Token => ({ text, isPrefix: true })

export interface SearchFilter {
  trees: readonly string[]
  /** Whether the actor can read document values. */
  hasValues: boolean
  kind?: string | undefined
  extension?: string | undefined
}

function startingWith(sign: 'edge' | 'first', word: string): Token {
  const short = word.length <= MAX_EDGE
  if (sign === 'first')
    return short ? exactToken(SIGNS.first + word) : prefixToken(SIGNS.first + word)
  return short ? exactToken(SIGNS.edge + word) : prefixToken(SIGNS.word + word)
}

const filterClauses = ({ kind, extension }: SearchFilter): Expression => [
  ...(kind ? [[exactToken(SIGNS.kind + kind)]] : []),
  ...(extension ? [[exactToken(SIGNS.extension + extension)]] : []),
]

/** Adds the prefix of each tree. Mixing trees finds nothing more, as a name has all its tokens in each. */
const inTrees = ({ trees }: SearchFilter, expression: Expression): Expression =>
  expression.map(clause =>
    trees.flatMap(tree => clause.map(token => ({ ...token, text: treePrefix(tree) + token.text }))),
  )

/** Matches names that consist of exactly these words. */
export const byFullName = (filter: SearchFilter, words: readonly string[]): Expression =>
  inTrees(filter, [
    [exactToken(SIGNS.fullName + fullNameToken(words.join(' ')))],
    ...filterClauses(filter),
  ])

/** Matches names that start with the first word and contain the others. */
export const byFirstWord = (filter: SearchFilter, [first = '', ...rest]: readonly string[]) =>
  inTrees(filter, [
    [startingWith('first', first)],
    ...rest.map(word => [startingWith('edge', word)]),
    ...filterClauses(filter),
  ])

/** Matches names with words that start with these. */
export const byWords = (filter: SearchFilter, words: readonly string[]): Expression =>
  inTrees(filter, [...words.map(word => [startingWith('edge', word)]), ...filterClauses(filter)])

/** Matches names that contain these words anywhere, also inside other words. */
export const byParts = (filter: SearchFilter, words: readonly string[]): Expression =>
  inTrees(filter, [
    ...words.flatMap(word =>
      word.length < PART_LENGTH
        ? [[startingWith('edge', word)]]
        : partsOf(word).map(part => [exactToken(SIGNS.part + part)]),
    ),
    ...filterClauses(filter),
  ])

/** Matches names with these words or similar ones. @param similar similar words by word */
export const bySimilarWords = (
  filter: SearchFilter,
  words: readonly string[],
  similar: ReadonlyMap<string, readonly string[]>,
): Expression =>
  inTrees(filter, [
    ...words.map(word => [
      startingWith('edge', word),
      ...(similar.get(word) ?? []).map(other => startingWith('edge', other)),
    ]),
    ...filterClauses(filter),
  ])

/** Matches all items of a kind and extension, for searches without words. */
export const byKind = (filter: SearchFilter): Expression =>
  inTrees(filter, filterClauses({ ...filter, kind: filter.kind ?? 'any' }))

/**
 * Searches text, name and, for users, document values. Short words must match exactly, except in
 * scripts without spaces.
 */
export const byText = (filter: SearchFilter, words: readonly string[]): Expression => [
  filter.trees.map(tree => exactToken(`@${treePrefix(tree)}`)),
  ...words.map(word =>
    [SIGNS.word, ...(filter.hasValues ? [SIGNS.value] : [])].map(sign =>
      word.length < PART_LENGTH && !isUnspaced(word)
        ? exactToken(sign + word)
        : prefixToken(sign + textPart(word)),
    ),
  ),
  ...filterClauses(filter),
]
