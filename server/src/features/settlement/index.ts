export {
  beginPeriodOf,
  beginPeriods,
  endOfAdministrators,
  subscribeEveryone,
} from './metered-subscriptions.service.ts'
export { findMeteredPeriod } from './periods.repository.ts'
export { checkBalances, sendReminders } from './reminders.service.ts'
export { recompute, settleAccount, settlePeriods } from './settlement.service.ts'
