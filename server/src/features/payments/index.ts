export { findUnreminded } from './accounts.repository.ts'
export { applyOfDeleted } from './after-deletion.service.ts'
export { amountDue, findDebts, findShort, isDue, smallestDue } from './amount-due.service.ts'
export { refundAll, refundRest, storeRefunds } from './automatic-refunds.service.ts'
export { removeCard } from './cards.service.ts'
export {
  applyBalance,
  billingUrl,
  type CollectDeps,
  collect,
  collectDebts,
  findCardsOf,
  payFromBalance,
} from './collect.service.ts'
export { queueCollection, queueDebts } from './debts.job-types.ts'
export { collectAllDebts, collectInvoice, payDebtsFromBalance } from './debts.jobs.ts'
export { applyWithdrawals } from './disputes.service.ts'
export {
  creditOverpaid,
  returnGatewayCredit,
  settleCarriedOver,
  useGatewayCredit,
} from './gateway-credit.service.ts'
export { settlePaymentStates } from './payment-states.service.ts'
export {
  findInFlightOf,
  findPayment,
  findPaymentByExternalId,
  listInFlight,
  listOfUser,
  listPendingRefunds,
  listRefunding,
  lockPayment,
  markUnsent,
  updatePayment,
} from './payments.repository.ts'
export { applyRemotePayment, type PaymentDeps, resolvePaid } from './payments.service.ts'
export { refund, sendRefund } from './refunds.service.ts'
export {
  creditUnused,
  findPeriodRefunds,
  previewRefund,
  type RunningPeriod,
  refundUnused,
} from './unused-time.service.ts'
