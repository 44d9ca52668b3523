import type { Deps } from '../../deps.ts'
import { createTransferWatch } from '../../http/active-transfers.ts'
import { filterAvailable } from './restrictions.service.ts'

/** Cuts what is still being sent of somebody's data once nobody gets it any more. */
export const watchRestrictedOwners = (deps: Pick<Deps, 'db' | 'log' | 'transferCheckMs'>) =>
  createTransferWatch<string>(deps, {
    filterAllowed: ownerIds => filterAvailable(deps.db, ownerIds),
  })
