import { z } from 'zod'

/** Pays what users owe from their balances, which have grown; `features/payments` runs it. */
export const payFromBalanceJob = {
  name: 'billing.pay-from-balance',
  payload: z.object({ userIds: z.array(z.string()) }),
  attempts: 8,
}
