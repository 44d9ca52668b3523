export { addTraffic } from './traffic.repository.ts'
