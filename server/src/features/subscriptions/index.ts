export { applyPlan } from './apply-plan.service.ts'
export { applyPlansToAll } from './apply-plans.jobs.ts'
export { endSubscriptionAtGateway } from './end.jobs.ts'
export { endSubscriptionsOf, readBillingOf, requireEndConfirmed } from './end-account.service.ts'
export { insertDifference } from './facts.repository.ts'
export { insertPeriods } from './periods.repository.ts'
export { snapshotOf } from './plan-snapshot.rules.ts'
export { renewDue, syncLive, syncOpen, syncRefunds } from './schedule.service.ts'
export {
  administrators,
  findRunning,
  isDemo,
  lockSubscription,
  unbilledUsers,
  usersWithPaid,
} from './subscriptions.repository.ts'
export { subscriptionsRoutes } from './subscriptions.routes.ts'
export { endSubscription } from './subscriptions.service.ts'
export { syncWithGateway } from './sync.jobs.ts'
export { isUnpaid } from './unpaid.service.ts'
