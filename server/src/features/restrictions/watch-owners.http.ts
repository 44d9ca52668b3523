import type { Deps } from '../../deps.ts'
import { createTransferWatch } from '../../http/active-transfers.ts'
import { filterAvailableOwners } from './restrictions.service.ts'

/** Aborts running downloads of data whose owner loses the permission to serve downloads. */
export const watchRestrictedOwners = (deps: Pick<Deps, 'db' | 'log' | 'transferCheckMs'>) =>
  createTransferWatch<string>(deps, {
    filterAllowed: ownerIds => filterAvailableOwners(deps.db, ownerIds),
  })
