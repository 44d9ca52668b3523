import { z } from 'zod'

export const createJob = {
  name: 'data-exports.create',
  payload: z.object({ id: z.string() }),
  attempts: 4,
}

export const deleteJob = {
  name: 'data-exports.delete',
  payload: z.object({}),
  attempts: 4,
}
