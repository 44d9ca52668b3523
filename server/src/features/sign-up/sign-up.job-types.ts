import { z } from 'zod'

export const signUpJob = {
  name: 'sign-up.judge',
  payload: z.object({ id: z.uuid() }),
  attempts: 5,
}
