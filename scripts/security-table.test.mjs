import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from './lib/paths.mjs'

const PLACES = ['', 'server/', 'server/src/', 'server/src/features/']

/** What SECURITY.md says shows a requirement: the name of a test and the file that it stands in. */
const claims = readFileSync(join(root, 'SECURITY.md'), 'utf8')
  .split('\n')
  .filter(line => /^\| \d+\.\d+\.\d+ /.test(line))
  .map(line => ({
    id: line.split('|')[1].trim(),
    proofs: [...line.matchAll(/“([^”]+)” \(`([^`]+)`\)/g)].map(([, name, file]) => ({
      name,
      file,
    })),
    isBy: line.split('|')[4].trim(),
  }))

it('every requirement of the verification standard names a test that there is, or says why none', () => {
  expect(claims.length).toBeGreaterThan(50)
  for (const { id, proofs, isBy } of claims) {
    if (proofs.length === 0) expect(isBy, id).toMatch(/\w/)
    for (const { name, file } of proofs) {
      const path = PLACES.map(place => join(root, place, file)).find(existsSync)
      expect(path, `${id}: ${file}`).toBeDefined()
      expect(readFileSync(path, 'utf8'), `${id}: ${name}`).toContain(name)
    }
  }
})
