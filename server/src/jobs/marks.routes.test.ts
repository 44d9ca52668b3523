import { expect, it } from 'vitest'
import { openTestApp } from '../../test/open-test-app.ts'
import { pagesFromMark } from './marks.ts'

const t = await openTestApp()

const PAGES = ['a', 'b', 'c']

async function* pagesAfter(id: string) {
  for (const page of PAGES) if (page > id) yield [{ id: page }]
}

/** Runs a job once, which stops in a page that fails. @returns the pages it processed */
async function run({ fails = '', runMs = 60_000 } = {}): Promise<string[]> {
  const processed: string[] = []
  try {
    for await (const [row] of pagesFromMark(t.deps, 'test', pagesAfter, runMs)) {
      if (row?.id === fails) throw new Error('This page fails.')
      processed.push(row?.id ?? '')
    }
  } catch {
    // The next run is what counts.
  }
  return processed
}

it('a run continues behind the last page of the one before, and starts over after the last', async () => {
  const runs: string[][] = []
  for (let count = 0; count < 5; count += 1) runs.push(await run({ runMs: 0 }))
  expect(runs).toEqual([['a'], ['b'], ['c'], [], ['a']])
  expect(await run()).toEqual(['b', 'c'])
  expect(await run()).toEqual(['a', 'b', 'c'])
})

it('a page that fails again and again does not keep later runs from the pages before it', async () => {
  expect(await run({ fails: 'c' })).toEqual(['a', 'b'])
  expect(await run({ fails: 'c' })).toEqual([])
  expect(await run({ fails: 'c' })).toEqual(['a', 'b'])
  expect(await run()).toEqual(['c'])
})
