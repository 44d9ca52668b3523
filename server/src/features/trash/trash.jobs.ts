import { z } from 'zod'
import { job } from '../../jobs/job.ts'
import { continueEmptying } from './emptying.service.ts'

/** Empties the trash of one owner in batches. */
export const emptyLargeTrash = job({
  name: 'trash.empty',
  payload: z.object({ ownerId: z.string() }),
  lane: 'bulk',
  attempts: 8,
  timeoutMs: 3_600_000,
  run: (deps, { ownerId }, { signal }) => continueEmptying(deps, ownerId, signal),
})
