export {
  clearMethodAttention,
  findCustomer,
  findMethods,
  findMethodsOf,
  type GatewayMode,
  insertCustomer,
  lockMethod,
  setMethodAttention,
} from './customers.repository.ts'
export { ensureCustomer, removeMethod, renewCustomer, storeMethods } from './customers.service.ts'
export { clearEventBodies, recordOutcome } from './events.service.ts'
export { forgetMethodAtGateway } from './forget-method.jobs.ts'
export {
  type CheckoutInput,
  type Gateway,
  GatewayError,
  type ListedDispute,
  type ListedRefund,
  NO_FACTS,
  type PlanCopy,
  PREVIEW_EXPIRED,
  type RemoteDispute,
  type RemoteFacts,
  type RemoteInvoice,
  type RemoteMethod,
  type RemotePayment,
  type RemoteRefund,
  type RemoteSubscription,
  type Reversal,
  type Subject,
} from './gateway.ts'
export { CREDENTIALS_REJECTED, isMissing } from './gateway-errors.ts'
export { type GatewayDeps, type ModeDeps, readModes } from './gateway-keys.service.ts'
export { gatewaysRoutes, requireGateway } from './gateways.routes.ts'
export {
  gatewayNamed,
  gatewaysOf,
  isKnownTo,
  offeredGatewaysOf,
  requireMode,
} from './gateways.service.ts'
export { isReturned, isReversalOf, reversalIdOf, sumOf, unrecordedOf } from './reversals.rules.ts'
export { queueSync, syncJob } from './sync.job-types.ts'
