export { presentTransaction } from './transactions.presenter.ts'
export {
  detachUser as detachTransactions,
  findAllOf as findTransactionsOf,
  findOfInvoice as findTransactionsOfInvoice,
} from './transactions.repository.ts'
export { transactionsRoutes } from './transactions.routes.ts'
export {
  listNewestTransactions,
  recordTransaction,
  recordTransactions,
  type TransactionInput,
} from './transactions.service.ts'
