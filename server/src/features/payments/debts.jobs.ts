import { job } from '../../jobs/job.ts'
import { payFromBalanceJob } from '../ledger/index.ts'
import { collect, collectDebts, dropConfirmations, payFromBalances } from './collect.service.ts'
import { collectJob, debtsJob } from './debts.job-types.ts'
import { resolvePaid } from './payments.service.ts'

export const collectAllDebts = job({
  ...debtsJob,
  lane: 'money',
  timeoutMs: 5 * 60_000,
  run: async (deps, { userId }) => {
    await dropConfirmations(deps, userId)
    await collectDebts(deps, userId)
    // A card also covers the usage that is not billed yet.
    await deps.transact(tx => resolvePaid(tx, deps, userId))
  },
})

export const payDebtsFromBalance = job({
  ...payFromBalanceJob,
  lane: 'money',
  timeoutMs: 60_000,
  run: payFromBalances,
})

export const collectInvoice = job({
  ...collectJob,
  lane: 'money',
  timeoutMs: 5 * 60_000,
  run: (deps, { invoiceId }) => collect(deps, invoiceId),
})
