export { quotaExceeded } from './quota-exceeded.ts'
export { checkQuotas } from './quotas.jobs.ts'
export * as quotas from './quotas.repository.ts'
export { createReservation } from './reservation.ts'
