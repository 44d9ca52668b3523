import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { root } from './paths.mjs'

/** Parses the product's source files, without tests and translations. */
export const sources = folders =>
  globSync(`{${folders.join(',')}}/**/*.{ts,tsx}`, { cwd: root })
    .filter(name => !/\.test\.|translations\/(?!rules\.)|node_modules/.test(name))
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

/** Stands for an expression in a template string. */
const PLACEHOLDER = '{}'

/** Returns a file's string literals, template strings and identifiers. */
export function textsOf(tree) {
  const texts = { literals: new Set(), templates: new Set(), names: new Set() }
  for (const node of nodesOf(tree)) {
    if (ts.isStringLiteralLike(node)) texts.literals.add(node.text)
    if (ts.isTemplateExpression(node)) texts.templates.add(templateOf(node))
    if (ts.isIdentifier(node)) texts.names.add(node.text)
  }
  return texts
}

const templateOf = ({ head, templateSpans }) =>
  head.text + templateSpans.map(({ literal }) => PLACEHOLDER + literal.text).join('')

/** Returns the values of a template's placeholders that result in the text, if any. */
export function placeholdersOf(template, text) {
  const parts = template.split(PLACEHOLDER).map(part => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${parts.join('([\\w.-]+)')}$`).exec(text)?.slice(1)
}

const TEXT_ATTRIBUTES = new Set([
  'aria-label',
  'aria-description',
  'aria-roledescription',
  'title',
  'placeholder',
  'alt',
  'label',
  'description',
])
const hasText = text => /\p{L}/u.test(text)

/** Yields texts that a component shows in every language. */
export function* shownTexts(tree) {
  for (const node of nodesOf(tree)) {
    if (ts.isJsxText(node) && hasText(node.text)) yield node.text.trim()
    if (ts.isJsxAttribute(node) && TEXT_ATTRIBUTES.has(node.name.getText()) && node.initializer)
      yield* textsIn(node.initializer)
    if (ts.isJsxExpression(node) && isChild(node) && node.expression)
      yield* textsIn(node.expression)
  }
}

const isChild = ({ parent }) => ts.isJsxElement(parent) || ts.isJsxFragment(parent)

/** Yields texts that an expression can evaluate to, except arguments of calls. */
function* textsIn(node) {
  if (ts.isStringLiteralLike(node) && hasText(node.text)) yield node.text
  if (ts.isTemplateExpression(node) && hasText(templateOf(node))) yield node.getText()
  if (ts.isJsxExpression(node) || ts.isParenthesizedExpression(node)) {
    if (node.expression) yield* textsIn(node.expression)
  }
  if (ts.isConditionalExpression(node)) {
    yield* textsIn(node.whenTrue)
    yield* textsIn(node.whenFalse)
  }
  if (ts.isBinaryExpression(node)) yield* textsIn(node.right)
}

/** Calls whose texts are for operators and developers: errors, logs, the terminal, API descriptions. */
const FOR_OPERATORS = /(Error|\.(write|trace|debug|info|warn|error|fatal|describe|min|regex))$/

/** Yields texts that start like a sentence and have at least two words. */
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
      if (FOR_OPERATORS.test(at.expression.getText())) return true
    if (ts.isPropertyAssignment(at) && /^(summary|description)$/.test(at.name.getText()))
      return true
  }
  return false
}
