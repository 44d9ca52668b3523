export { type Happening, tellOwner } from './account-alerts.service.ts'
