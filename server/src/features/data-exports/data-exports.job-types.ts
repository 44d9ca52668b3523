import { z } from 'zod'

export const makeJob = {
  name: 'data-archives.make',
  payload: z.object({ id: z.string() }),
  attempts: 4,
}

export const clearGoneJob = {
  name: 'data-archives.clear',
  payload: z.object({}),
  attempts: 4,
}
