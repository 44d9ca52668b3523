export { addTraffic, type DayTraffic } from './traffic.repository.ts'
export { lastDays } from './traffic.rules.ts'
export { trafficOfDays } from './traffic.service.ts'
