export { quotaExceeded } from './quota-exceeded.ts'
export * as quotas from './quotas.repository.ts'
export { createReservation } from './reservation.ts'
