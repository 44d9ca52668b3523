import { expect, it } from 'vitest'
import { storesInBucket } from '../s3-bucket.ts'
import { databaseKind } from '../test-database.ts'
import { runKills } from './kills.ts'

/** SQLite's file and the contents on disk have the most to lose. */
const KILLS = storesInBucket() ? 2 : databaseKind() === 'sqlite' ? 6 : 3

it('a server killed during uploads loses nothing it has acknowledged and shows no partial files', async () => {
  const { figures, failures } = await runKills({
    seed: 'small',
    kills: KILLS,
    killsPerFolder: KILLS,
  })
  expect(failures).toEqual([])
  // A run in which no upload was in progress would show nothing.
  expect(figures['requests cut off']).toBeGreaterThan(0)
  expect(figures['uploads continued after a restart']).toBeGreaterThan(0)
  expect(figures['contents checked by hash']).toBeGreaterThan(0)
})
