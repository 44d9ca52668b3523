import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from './lib/paths.mjs'

const BASE_FOLDERS = ['', 'server/', 'server/src/', 'server/src/features/']

/** The rows of SECURITY.md's table with the quoted test names and their files. */
const rows = readFileSync(join(root, 'SECURITY.md'), 'utf8')
  .split('\n')
  .filter(line => /^\| \d+\.\d+\.\d+ /.test(line))
  .map(line => ({
    id: line.split('|')[1].trim(),
    tests: [...line.matchAll(/“([^”]+)” \(`([^`]+)`\)/g)].map(([, name, file]) => ({
      name,
      file,
    })),
    evidence: line.split('|')[4].trim(),
  }))

it('every requirement of the verification standard names existing tests or a reason', () => {
  expect(rows.length).toBeGreaterThan(50)
  for (const { id, tests, evidence } of rows) {
    if (tests.length === 0) expect(evidence, id).toMatch(/\w/)
    for (const { name, file } of tests) {
      const path = BASE_FOLDERS.map(folder => join(root, folder, file)).find(existsSync)
      expect(path, `${id}: ${file}`).toBeDefined()
      expect(readFileSync(path, 'utf8'), `${id}: ${name}`).toContain(name)
    }
  }
})
