import { expect, it } from 'vitest'
import { featureGraph, findCycle } from './cycles.mjs'

const module = (source, ...targets) => ({
  source,
  dependencies: targets.map(resolved => ({ resolved })),
})

it('finds a cycle of several features', () => {
  const graph = new Map([
    ['a', new Set(['b'])],
    ['b', new Set(['c'])],
    ['c', new Set(['b'])],
  ])
  expect(findCycle(graph)).toEqual(['b', 'c', 'b'])
})

it('allows two features to import a third', () => {
  expect(
    findCycle(
      new Map([
        ['a', new Set(['c'])],
        ['b', new Set(['c'])],
      ]),
    ),
  ).toBeUndefined()
})

it('finds a cycle of features whose files have none', () => {
  const graph = featureGraph([
    module('server/src/features/items/one.ts', 'server/src/features/trash/index.ts'),
    module('server/src/features/trash/two.ts', 'server/src/features/items/index.ts'),
    module('server/src/features/items/x.test.ts', 'server/src/features/uploads/index.ts'),
  ])
  expect(findCycle(graph)).toEqual(['items', 'trash', 'items'])
  expect(graph.get('items')?.has('uploads')).toBe(false)
})
