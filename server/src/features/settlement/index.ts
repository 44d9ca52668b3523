export { beginPeriods, subscribeEveryone, subscribeUser } from './metered-subscriptions.service.ts'
export { checkBalances, sendReminders } from './reminders.service.ts'
export { collectInvoice } from './settlement.jobs.ts'
export { recompute, settleAccount, settlePeriods } from './settlement.service.ts'
