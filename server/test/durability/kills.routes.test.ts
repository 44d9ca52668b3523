import { expect, it } from 'vitest'
import { runKills } from './kills.ts'

it('a server killed during uploads loses nothing it has acknowledged and shows no partial files', async () => {
  const { figures, failures } = await runKills({ seed: 'small', kills: 6, killsPerFolder: 6 })
  expect(failures).toEqual([])
  // A run in which no upload was in progress would show nothing.
  expect(figures['requests cut off']).toBeGreaterThan(0)
  expect(figures['uploads continued after a restart']).toBeGreaterThan(0)
  expect(figures['contents checked by hash']).toBeGreaterThan(0)
})
