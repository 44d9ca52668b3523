import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from './lib/paths.mjs'

const place = join(root, 'e2e')
const ENDING = '.journey.ts'
const journeys = readdirSync(place)
  .filter(name => name.endsWith(ENDING))
  .map(name => name.slice(0, -ENDING.length))

/** The tests of a journey whose names say that they need no pointer. */
const runsIn = name =>
  readFileSync(join(place, name + ENDING), 'utf8')
    .split(/^(?=test[.(])/m)
    .filter(test => /^test\([^)]*keyboard alone/.test(test))

/** Journeys by the files that walk them by keys, or by why none does. */
const table = JSON.parse(readFileSync(join(place, 'keyboard-runs.json'), 'utf8'))

it('every journey that a person walks is walked by keyboard alone too, or it is said why not', () => {
  const walked = journeys.filter(name => !name.startsWith('keyboard'))
  expect(Object.keys(table)).toEqual(expect.arrayContaining(walked))
  for (const [name, runs] of Object.entries(table)) {
    if (typeof runs === 'string') expect(runs, name).toMatch(/\w/)
    else for (const run of runs) expect(runsIn(run), `${name}: ${run}`).not.toEqual([])
  }
})

it('what is walked by keyboard alone is never pointed at, nor filled in by its place', () => {
  for (const name of journeys)
    for (const run of runsIn(name))
      expect(run, name).not.toMatch(
        /\.(click|dblclick|hover|tap|dragTo|fill|check|uncheck|selectOption|focus)\(|(?<!keyboard)\.press\(/,
      )
})
