import { readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './lib/paths.mjs'
import { repositoryFiles } from './lib/repository-files.mjs'

const MODULE = /^contract\/src\/[\w-]+(?<!\.test)\.ts$/
const EXPORT = /^export (?:async )?(?:const|function|class|interface|type) (\w+)/gm
const IMPORT = /(?:from |import\()'([^']+)'/g

/** @returns the module of the contract that an import reads */
function moduleOf(path, specifier) {
  if (specifier === '@coffer/contract') return 'index'
  const file = specifier.startsWith('.') ? join(dirname(path), specifier) : specifier
  return /^(?:@coffer\/contract|contract\/src)\/([\w-]+)(?:\.ts)?$/.exec(file)?.[1]
}

const files = repositoryFiles()
  .filter(path => /\.(?:tsx?|mjs)$/.test(path))
  .map(path => {
    const text = readFileSync(join(root, path), 'utf8')
    const modules = [...text.matchAll(IMPORT)].map(([, specifier]) => moduleOf(path, specifier))
    return { path, modules: new Set(modules), words: new Set(text.match(/\w+/g)) }
  })

/** @returns the files that import the module and name its export, without the module itself */
const usersOf = (name, module) =>
  files.filter(
    ({ path, modules, words }) =>
      path !== `contract/src/${module}.ts` &&
      words.has(name) &&
      (modules.has(module) || modules.has('index')),
  )

/** A part that only the module's test imports has to be used by the module too. */
function isUsed(name, module, text) {
  const users = usersOf(name, module)
  const isUsedInside = text.match(new RegExp(`\\b${name}\\b`, 'g')).length > 1
  return users.some(({ path }) => isUsedInside || path !== `contract/src/${module}.test.ts`)
}

test('every export of the contract is used outside its file', () => {
  const unused = files
    .filter(({ path }) => MODULE.test(path))
    .flatMap(({ path }) => {
      const module = basename(path, '.ts')
      const text = readFileSync(join(root, path), 'utf8')
      return [...text.matchAll(EXPORT)]
        .filter(([, name]) => !isUsed(name, module, text))
        .map(([, name]) => `${path}: ${name}`)
    })
  expect(unused).toEqual([])
})
