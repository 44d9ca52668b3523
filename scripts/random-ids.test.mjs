import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './lib/paths.mjs'
import { repositoryFiles } from './lib/repository-files.mjs'

test('the web app makes ids only with newId, as pages without HTTPS lack crypto.randomUUID', () => {
  const users = repositoryFiles()
    .filter(path => /^web\/src\/.*(?<!\.test)\.tsx?$/.test(path))
    .filter(path => readFileSync(join(root, path), 'utf8').includes('crypto.randomUUID'))
  expect(users).toEqual(['web/src/lib/new-id.ts'])
})
