import { expect, it } from 'vitest'
import { scaleFor } from './chart-scale.ts'

it.each([
  [[214], [612], [500, 0, -500, -1000]],
  [[160], [200], [200, 100, 0, -100, -200]],
  [[0], [0], [1, 0, -1]],
  [[90], [0], [100, 50, 0, -50]],
])('for %j up and %j down has the lines %j', (up, down, ticks) => {
  expect(scaleFor(up, down).ticks).toEqual(ticks)
})

it('contains every value, with few lines', () => {
  for (const [up, down] of [
    [1, 1e12],
    [7e9, 3],
    [123_456, 654_321],
  ] as const) {
    const { top, bottom, ticks } = scaleFor([up], [down])
    expect(top).toBeGreaterThanOrEqual(up)
    expect(-bottom).toBeGreaterThanOrEqual(down)
    expect(ticks.length).toBeLessThanOrEqual(7)
  }
})
