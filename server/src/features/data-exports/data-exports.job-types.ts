import { z } from 'zod'

export const makeJob = {
  name: 'data-exports.create',
  payload: z.object({ id: z.string() }),
  attempts: 4,
}

export const clearGoneJob = {
  name: 'data-exports.delete',
  payload: z.object({}),
  attempts: 4,
}
