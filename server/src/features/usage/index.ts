export {
  type CurrentEstimate,
  type Estimate,
  estimateOf,
  estimatesOf,
  ratePeriods,
} from './estimate.service.ts'
export { costByDay, projectUsage } from './forecast.rules.ts'
export { GRACE_HOURS, meterUsage } from './usage.service.ts'
