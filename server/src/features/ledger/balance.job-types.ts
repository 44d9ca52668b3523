import { z } from 'zod'

/** Pays what a user owes from their balance, which has grown; `features/payments` runs it. */
export const payFromBalanceJob = {
  name: 'billing.pay-from-balance',
  payload: z.object({ userId: z.string() }),
  attempts: 8,
}
