import { z } from 'zod'

export const signUpJob = {
  name: 'sign-up.process',
  payload: z.object({ id: z.uuid() }),
  attempts: 5,
}
