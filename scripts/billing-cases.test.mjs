import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from './lib/paths.mjs'
import { repositoryFiles } from './lib/repository-files.mjs'

const TEST = /\.(?:test\.tsx?|journey\.ts)$/
const read = path => readFileSync(join(root, path), 'utf8')
const document = read('docs/billing-cases.md')

/** The numbers that a test names, as in “case 7”, “cases 2 and 5” and “cases 1 to 3”. */
function casesIn(text) {
  const lists = [...text.matchAll(/\bcases? (\d+(?:(?:, | and | to )\d+)*)/g)].map(
    ([, list]) => list,
  )
  return lists.flatMap(list => list.split(/, | and /).flatMap(numbersOf))
}

function numbersOf(part) {
  const [first, last = first] = part.split(' to ').map(Number)
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}

/** Pairs of a case or property and a test file, as “7 server/….test.ts”. */
const pairs = (id, files) => files.map(file => `${id} ${file}`)

it('lists the tests of each case of billing', () => {
  const listed = [...document.matchAll(/^\| (\d+) .*\| ([^|]+?) *\|$/gm)].flatMap(([, id, files]) =>
    pairs(
      id,
      [...files.matchAll(/`([^`]+)`/g)].map(([, file]) => file),
    ),
  )
  const tests = repositoryFiles().filter(path => TEST.test(path))
  const named = tests.flatMap(path =>
    [...new Set(casesIn(read(path)))].flatMap(id => pairs(id, [path])),
  )
  expect(listed.toSorted()).toEqual(named.toSorted())
})
