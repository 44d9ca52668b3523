import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { SERVER_PARTS, withoutServerParts } from '../web/build/plain-schemas.ts'
import { root } from './lib/paths.mjs'
import { repositoryFiles } from './lib/repository-files.mjs'

/** A schema of an endpoint in use, such as `uploadChunk.interim.safeParse(`. */
const SCHEMA = /\.(\w+)\s*\.(?:safeParse|parse|parseAsync|safeParseAsync|shape|extend|pick|omit)\b/g

const partsReadBy = (path, code) =>
  [...code.matchAll(SCHEMA)]
    .filter(([, part]) => SERVER_PARTS.has(part))
    .map(([text]) => `${path}: ${text}`)

const textOf = path => readFileSync(join(root, path), 'utf8')

test('the web app reads no part of an endpoint that its build removes', () => {
  const read = repositoryFiles()
    .filter(path => /^web\/src\/.*\.tsx?$/.test(path))
    .flatMap(path => partsReadBy(path, textOf(path)))
  expect(read).toEqual([])
})

test('nor does what its build leaves of the contract', () => {
  const read = repositoryFiles()
    .filter(path => /^contract\/src\/[\w-]+\.ts$/.test(path) && !path.endsWith('.test.ts'))
    .flatMap(path => partsReadBy(path, withoutServerParts(textOf(path), path)))
  expect(read).toEqual([])
})
