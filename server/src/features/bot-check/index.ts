export { requireHuman } from './bot-check.service.ts'
