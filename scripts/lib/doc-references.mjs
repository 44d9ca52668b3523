import { dirname, join, normalize } from 'node:path'

const FENCE = /^```[\s\S]*?^```/gm
const CODE_SPAN = /`([^`\n]+)`/g
const LINK = /\]\(([^)\s]+)\)/g
const SYMBOL = /[A-Za-z_$][\w$]*/g
/** A file name, or a path of folders: relative, without spaces, and not a URL path or a package. */
const PATH = /^(?:\.\/)?(?:[\w.*-]|\{[\w.,*-]+\})+(?:\/(?:[\w.*-]|\{[\w.,*-]+\})*)*$/
const FILE_NAME = /[\w*}]\.(?:[cm]?[jt]sx?|json|md|css|html|ya?ml)$/
/** camelCase, PascalCase, snake_case (in capitals too) or dotted names, with or without a call. */
const CODE_SYMBOL =
  /^(?:[a-z]\w*(?:\.[a-z]\w*)+|[a-z][a-z0-9]*(?:[A-Z][a-z0-9]*)+|(?:[A-Z][a-z0-9]+){2,}|[A-Za-z0-9]+(?:_[A-Za-z0-9]+)+)(?:[.(].*)?$/
const NPM_SCRIPT = /^npm run (?:-\S+ )*([\w:-]+)/

/**
 * Finds what a document names and the repository does not have: targets of relative links, and in
 * backticks paths, code symbols and npm scripts.
 *
 * @param {string} path of the document
 * @param {string} text
 * @param {{ paths: Set<string>, ignored: Set<string>, symbols: Set<string>, scripts: Set<string> }} repository
 *   `paths` holds files and folders, `ignored` the names of folders that builds and servers create.
 * @returns {{ name: string, line: number }[]}
 */
export function missingReferences(path, text, repository) {
  const prose = text.replace(FENCE, fence => fence.replace(/[^\n]/g, ' '))
  const missing = [
    ...[...prose.matchAll(LINK)].filter(([, target]) => !isLinked(path, target, repository)),
    ...[...prose.matchAll(CODE_SPAN)].filter(([, span]) => !isKnown(span, repository)),
  ]
  return missing
    .sort((a, b) => a.index - b.index)
    .map(({ 1: name, index }) => ({ name, line: prose.slice(0, index).split('\n').length }))
}

/** Every identifier in a source text. */
export function symbolsIn(text) {
  return text.match(SYMBOL) ?? []
}

function isLinked(document, target, { paths }) {
  if (/^(?:[a-z]+:|#)/.test(target)) return true
  const path = normalize(join(dirname(document), target.replace(/#.*$/, '')))
  return paths.has(path.replace(/\/$/, ''))
}

function isKnown(span, { paths, ignored, symbols, scripts }) {
  const script = span.match(NPM_SCRIPT)?.[1]
  if (script) return scripts.has(script)
  // `x.rules.ts` stands for the rules of any feature.
  if (span.startsWith('x.') || span.split('/').some(name => ignored.has(name))) return true
  if (isPath(span, paths)) return isExistingPath(span, paths)
  return (
    !CODE_SYMBOL.test(span) ||
    span
      .match(/^[\w.]+/)[0]
      .split('.')
      .every(part => symbols.has(part))
  )
}

/** Unlike a path, `image/png` does not start with one of our folders. */
function isPath(span, paths) {
  if (!PATH.test(span)) return false
  if (!span.includes('/')) return FILE_NAME.test(span)
  const first = span.replace(/^\.\//, '').split('/')[0]
  return (
    FILE_NAME.test(span) || [...paths].some(path => path === first || path.endsWith(`/${first}`))
  )
}

/** Documents may leave out the first folders of a path. */
function isExistingPath(span, paths) {
  const pattern = span
    .replace(/^\.\/|\/$/g, '')
    .replaceAll('.', '\\.')
    .replaceAll('*', '[^/]*')
    .replace(/\{([^}]+)\}/g, (_, names) => `(?:${names.replaceAll(',', '|')})`)
  const expected = new RegExp(`(?:^|/)${pattern}$`)
  return [...paths].some(path => expected.test(path))
}
