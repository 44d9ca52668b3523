import { readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './lib/paths.mjs'
import { repositoryFiles } from './lib/repository-files.mjs'

const IMPORT = /import (\w+) from '([^']+\.module\.css)'/g
const read = path => readFileSync(join(root, path), 'utf8')

/** @returns the class names that a style sheet declares */
function declaredIn(path) {
  const css = read(path).replace(/\/\*[\s\S]*?\*\/|"[^"]*"|url\([^)]*\)|:global\([^)]*\)/g, '')
  const selectors = css.match(/[^{};]+(?=\{)/g) ?? []
  return new Set(selectors.flatMap(selector => selector.match(/(?<=\.)[a-zA-Z][\w-]*/g) ?? []))
}

/** @returns each import of a style sheet with the class names that its file uses */
function usesIn(path) {
  const text = read(path)
  const code = text.replace(/^import .*$/gm, '')
  return [...text.matchAll(IMPORT)].map(([, name, file]) => ({
    path,
    sheet: normalize(join(dirname(path), file)),
    names: [...code.matchAll(new RegExp(`\\b${name}\\.(\\w+)`, 'g'))].map(([, use]) => use),
    isDynamic: new RegExp(`\\b${name}\\b(?!\\.)`).test(code),
  }))
}

const COMPOSED = /composes: ([\w -]+) from "([^"]+)"/g

/** @returns the classes of other style sheets that a style sheet extends */
const composedIn = path =>
  [...read(path).matchAll(COMPOSED)].map(([, names, file]) => ({
    path,
    sheet: normalize(join(dirname(path), file)),
    names: names.split(/\s+/),
    isDynamic: false,
  }))

const files = repositoryFiles().filter(path => path.startsWith('web/src/'))
const uses = [
  ...files.filter(path => /\.tsx?$/.test(path)).flatMap(usesIn),
  ...files.filter(path => path.endsWith('.module.css')).flatMap(composedIn),
]

test('every class that a component or another style sheet uses is declared', () => {
  const missing = uses.flatMap(({ path, sheet, names }) => {
    const declared = declaredIn(sheet)
    return names.filter(name => !declared.has(name)).map(name => `${path}: ${name}`)
  })
  expect(missing).toEqual([])
})

test('every class of a style sheet is used', () => {
  const unused = files
    .filter(path => path.endsWith('.module.css'))
    .flatMap(sheet => {
      const users = uses.filter(use => use.sheet === sheet)
      if (users.some(({ isDynamic }) => isDynamic)) return []
      const used = new Set(users.flatMap(({ names }) => names))
      return [...declaredIn(sheet)].filter(name => !used.has(name)).map(name => `${sheet}: ${name}`)
    })
  expect(unused).toEqual([])
})

/** Ours, not those that set the styles of Mantine's and the PDF viewer's components. */
const OWN_PROPERTY = /(?<![\w-])(--(?!mantine-|button-|min-font-size)[\w-]+)\s*:/g

test('every custom property of our own is used', () => {
  const texts = files.map(read)
  const used = new Set(texts.flatMap(text => text.match(/(?<!-)--[\w-]+(?!\s*:)/g) ?? []))
  const unused = files
    .filter(path => path.endsWith('.css'))
    .flatMap(path =>
      [...read(path).matchAll(OWN_PROPERTY)]
        .map(([, name]) => name)
        .filter(name => !used.has(name))
        .map(name => `${path}: ${name}`),
    )
  expect(unused).toEqual([])
})
