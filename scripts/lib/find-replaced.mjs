import { REPLACED_WORDS } from './replaced-words.mjs'

const SCREEN_TEXTS = 'contract/src/translations/en/'
const IDENTIFIER = /[A-Za-z][A-Za-z0-9_]*/g
const DECLARATION = /\b(?:const|let|function|type|interface|class) (\w+)/g
const COMMENT = /^[ \t]*(?:\/\/|\/\*\*?)[ \t]+(\w+(?: \w+)?)/gm
/** A word of prose, or one of the words that a name is made of. */
const WORD = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g
/** Separators allowed within a phrase: spaces, line breaks with comment marks, hyphens, quotes. */
const GAP = /^[\s*/_'’"-]*$/

const exactNames = lookup('names', name => !name.endsWith('*'))
const namePrefixes = [...lookup('names', name => name.endsWith('*')).values()]
const declaredNames = lookup('declared')
const openings = lookup('openings')
const phrases = Map.groupBy(
  REPLACED_WORDS.flatMap(({ words, screen, use }) => [
    ...(words ?? []).map(word => phrase(word, use, false)),
    ...(screen ?? []).map(word => phrase(word, use, true)),
  ]),
  ({ parts }) => parts[0],
)

/**
 * Finds the replaced words in a file, in its path as well as in its text.
 *
 * @returns {{ word: string, use: string, line: number }[]} in order; `line` is 0 for a word in the path.
 */
export function findReplaced(path, text) {
  const inText = [
    ...phraseMatches(text, path.startsWith(SCREEN_TEXTS)),
    ...nameMatches(text),
    ...declarationMatches(text),
    ...openingMatches(text),
  ]
  inText.sort((a, b) => a.at - b.at)
  const lineAt = lineCounter(text)
  return [
    ...[...phraseMatches(path, false)].map(({ entry }) => ({ ...entry, line: 0 })),
    ...inText.map(({ entry, at }) => ({ ...entry, line: lineAt(at) })),
  ]
}

function lookup(list, isIncluded = () => true) {
  const entries = REPLACED_WORDS.flatMap(({ use, ...lists }) =>
    (lists[list] ?? []).filter(isIncluded).map(word => [word, { word, use }]),
  )
  return new Map(entries)
}

function phrase(word, use, screenOnly) {
  return { entry: { word, use }, parts: word.match(/[a-z]+/g), screenOnly }
}

function* phraseMatches(text, isScreenText) {
  const words = [...text.matchAll(WORD)]
  for (const [position, { 0: word, index: at }] of words.entries()) {
    for (const { entry, parts, screenOnly } of phrases.get(word.toLowerCase()) ?? []) {
      if (screenOnly && !isScreenText) continue
      if (continues(words.slice(position, position + parts.length), parts, text))
        yield { entry, at }
    }
  }
}

/** Whether the words match with only gaps between them. */
function continues(words, parts, text) {
  return parts.every((part, position) => {
    const word = words[position]
    if (word?.[0].toLowerCase() !== part) return false
    const previous = words[position - 1]
    return !previous || GAP.test(text.slice(previous.index + previous[0].length, word.index))
  })
}

function* nameMatches(text) {
  for (const { 0: name, index: at } of text.matchAll(IDENTIFIER)) {
    const entry = exactNames.get(name) ?? namePrefixes.find(({ word }) => hasPrefix(name, word))
    if (entry) yield { entry, at }
  }
}

/** `send*` matches `sendFile`, but neither `send` nor `sender`. */
function hasPrefix(name, pattern) {
  const length = pattern.length - 1
  return name.startsWith(pattern.slice(0, length)) && /[A-Z]/.test(name.charAt(length))
}

function* declarationMatches(text) {
  for (const { 1: name, index: at } of text.matchAll(DECLARATION)) {
    const entry = declaredNames.get(name)
    if (entry) yield { entry, at }
  }
}

function* openingMatches(text) {
  for (const { 1: words, index: at } of text.matchAll(COMMENT)) {
    const lower = words.toLowerCase()
    const entry = openings.get(lower) ?? openings.get(lower.split(' ')[0])
    if (entry) yield { entry, at }
  }
}

/** @returns a function from positions, which have to ascend, to line numbers. */
function lineCounter(text) {
  let line = 1
  let position = 0
  return target => {
    for (; position < target; position += 1) if (text[position] === '\n') line += 1
    return line
  }
}
