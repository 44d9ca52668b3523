import { expect, it } from 'vitest'
import { runKills } from './kills.ts'

it('a server that is killed while files come in loses nothing it acknowledged and shows nothing by halves', async () => {
  const { figures, faults } = await runKills({ seed: 'small', kills: 6, killsPerFolder: 6 })
  expect(faults).toEqual([])
  // A run in which nothing was under way would show nothing.
  expect(figures['requests cut off']).toBeGreaterThan(0)
  expect(figures['uploads continued after a restart']).toBeGreaterThan(0)
  expect(figures['contents checked by hash']).toBeGreaterThan(0)
})
