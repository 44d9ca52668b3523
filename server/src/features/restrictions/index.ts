export { presentRestrictions } from './restrictions.presenter.ts'
export { findRestriction, restrictedOwner } from './restrictions.repository.ts'
export { capacityFor, type Owned } from './restrictions.rules.ts'
export {
  findUnavailableOwners,
  impose,
  lift,
  requireUnrestricted,
  restrictionsOfAccount,
  restrictionsOfUser,
} from './restrictions.service.ts'
export { watchRestrictedOwners } from './watch-owners.http.ts'
