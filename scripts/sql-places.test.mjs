import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './lib/paths.mjs'
import { repositoryFiles } from './lib/repository-files.mjs'

/** A query that is built on a connection, for which a file need not import Kysely. */
const QUERY = /\.(?:selectFrom|insertInto|updateTable|deleteFrom)\(/

test('only repositories contain the queries of features', () => {
  const others = repositoryFiles()
    .filter(path => /^server\/src\/features\/.*(?<!\.repository|\.test)\.ts$/.test(path))
    .filter(path => QUERY.test(readFileSync(join(root, path), 'utf8')))
  expect(others).toEqual([])
})
