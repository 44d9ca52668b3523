export { addTraffic, type DayTraffic } from './traffic.repository.ts'
export { trafficOfDays } from './traffic.service.ts'
