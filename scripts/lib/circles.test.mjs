import { expect, it } from 'vitest'
import { featureGraph, findCircle } from './circles.mjs'

const module = (source, ...targets) => ({
  source,
  dependencies: targets.map(resolved => ({ resolved })),
})

it('finds a circle over several features', () => {
  const graph = new Map([
    ['a', new Set(['b'])],
    ['b', new Set(['c'])],
    ['c', new Set(['b'])],
  ])
  expect(findCircle(graph)).toEqual(['b', 'c', 'b'])
})

it('lets two features lean on a third', () => {
  expect(
    findCircle(
      new Map([
        ['a', new Set(['c'])],
        ['b', new Set(['c'])],
      ]),
    ),
  ).toBeUndefined()
})

it('sees a circle that no single file is in', () => {
  const graph = featureGraph([
    module('server/src/features/items/one.ts', 'server/src/features/trash/index.ts'),
    module('server/src/features/trash/two.ts', 'server/src/features/items/index.ts'),
    module('server/src/features/items/x.test.ts', 'server/src/features/uploads/index.ts'),
  ])
  expect(findCircle(graph)).toEqual(['items', 'trash', 'items'])
  expect(graph.get('items')?.has('uploads')).toBe(false)
})
