import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { root } from './paths.mjs'

/** The product's own source, parsed: no tests, and none of the messages themselves. */
export const sources = folders =>
  globSync(`{${folders.join(',')}}/**/*.{ts,tsx}`, { cwd: root })
    .filter(name => !/\.test\.|translations\/|node_modules/.test(name))
    .map(name => {
      const text = readFileSync(join(root, name), 'utf8')
      return { name, tree: ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true) }
    })

function* nodesOf(node) {
  yield node
  const children = []
  ts.forEachChild(node, child => void children.push(child))
  for (const child of children) yield* nodesOf(child)
}

/** What a piece of source spells out; what it fills in at run time is a hole. */
const HOLE = '{}'

/** Every text that a file writes down whole, those with something filled in, and each of its names. */
export function textsOf(tree) {
  const texts = { whole: new Set(), templates: new Set(), names: new Set() }
  for (const node of nodesOf(tree)) {
    if (ts.isStringLiteralLike(node)) texts.whole.add(node.text)
    if (ts.isTemplateExpression(node)) texts.templates.add(templateOf(node))
    if (ts.isIdentifier(node)) texts.names.add(node.text)
  }
  return texts
}

const templateOf = ({ head, templateSpans }) =>
  head.text + templateSpans.map(({ literal }) => HOLE + literal.text).join('')

/** What fits into a template's holes so that it says this, if anything. */
export function fillingOf(template, text) {
  const parts = template.split(HOLE).map(part => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${parts.join('([\\w.-]+)')}$`).exec(text)?.slice(1)
}

const SPOKEN = new Set([
  'aria-label',
  'aria-description',
  'aria-roledescription',
  'title',
  'placeholder',
  'alt',
  'label',
  'description',
])
const hasLetters = text => /\p{L}/u.test(text)

/** What a component would show whatever the reader's language. */
export function* wordsShown(tree) {
  for (const node of nodesOf(tree)) {
    if (ts.isJsxText(node) && hasLetters(node.text)) yield node.text.trim()
    if (ts.isJsxAttribute(node) && SPOKEN.has(node.name.getText()) && node.initializer)
      yield* written(node.initializer)
    if (ts.isJsxExpression(node) && isChild(node) && node.expression)
      yield* written(node.expression)
  }
}

const isChild = ({ parent }) => ts.isJsxElement(parent) || ts.isJsxFragment(parent)

/** The texts that an expression itself can come to; what is passed on to a call is its affair. */
function* written(node) {
  if (ts.isStringLiteralLike(node) && hasLetters(node.text)) yield node.text
  if (ts.isTemplateExpression(node) && hasLetters(templateOf(node))) yield node.getText()
  if (ts.isJsxExpression(node) || ts.isParenthesizedExpression(node)) {
    if (node.expression) yield* written(node.expression)
  }
  if (ts.isConditionalExpression(node)) {
    yield* written(node.whenTrue)
    yield* written(node.whenFalse)
  }
  if (ts.isBinaryExpression(node)) yield* written(node.right)
}

/** What operators and developers read: faults, logs, the terminal, the interface's description. */
const NOT_FOR_PEOPLE = /(Error|\.(write|trace|debug|info|warn|error|fatal|describe|min|regex))$/

/** Texts that begin like a sentence and go on with a further word. */
export function* sentencesOf(tree) {
  for (const node of nodesOf(tree)) {
    if (!ts.isStringLiteralLike(node) && !ts.isTemplateExpression(node)) continue
    const text = ts.isTemplateExpression(node) ? templateOf(node) : node.text
    if (/^[¿¡]?\p{Lu}[\p{L}’']*,? [\p{L}{]/u.test(text) && !isForOperators(node)) yield text
  }
}

function isForOperators(node) {
  for (let at = node.parent; at && !ts.isStatement(at); at = at.parent) {
    if (ts.isCallExpression(at) || ts.isNewExpression(at))
      if (NOT_FOR_PEOPLE.test(at.expression.getText())) return true
    if (ts.isPropertyAssignment(at) && /^(summary|description)$/.test(at.name.getText()))
      return true
  }
  return false
}
