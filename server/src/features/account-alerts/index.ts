export { type AccountEvent, notifyOwner } from './account-alerts.service.ts'
