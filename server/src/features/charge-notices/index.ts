export { notifyCharges } from './charge-notices.service.ts'
