export { tellOwner } from './account-alerts.service.ts'
