export { payFromBalanceJob } from './balance.job-types.ts'
export { findEntry, hasBalance } from './ledger.repository.ts'
export type { Entry, Posting } from './ledger.rules.ts'
export {
  amountOfPosting,
  anonymizeLedger,
  anonymousOwner,
  balanceOf,
  balancesOf,
  balancesOfUser,
  checkLedger,
  currenciesOf,
  lockBalance,
  ownerOfPosting,
  postAll,
  postLedger,
  receivableOf,
} from './ledger.service.ts'
