import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from './lib/paths.mjs'

const folder = join(root, 'e2e')
const SUFFIX = '.journey.ts'
const journeys = readdirSync(folder)
  .filter(name => name.endsWith(SUFFIX))
  .map(name => name.slice(0, -SUFFIX.length))

/** Returns the tests of a journey that use the keyboard alone, according to their names. */
const runsIn = name =>
  readFileSync(join(folder, name + SUFFIX), 'utf8')
    .split(/^(?=test[.(])/m)
    .filter(test => /^test\([^)]*keyboard alone/.test(test))

/** Maps each journey to the files that cover it by keyboard, or to the reason why none does. */
const table = JSON.parse(readFileSync(join(folder, 'keyboard-runs.json'), 'utf8'))

it('every journey is covered by keyboard alone or gives a reason', () => {
  const required = journeys.filter(name => !name.startsWith('keyboard'))
  expect(Object.keys(table)).toEqual(expect.arrayContaining(required))
  for (const [name, runs] of Object.entries(table)) {
    if (typeof runs === 'string') expect(runs, name).toMatch(/\w/)
    else for (const run of runs) expect(runsIn(run), `${name}: ${run}`).not.toEqual([])
  }
})

it('keyboard tests use neither a pointer nor locator actions', () => {
  for (const name of journeys)
    for (const run of runsIn(name))
      expect(run, name).not.toMatch(
        /\.(click|dblclick|hover|tap|dragTo|fill|check|uncheck|selectOption|focus)\(|(?<!keyboard)\.press\(/,
      )
})
