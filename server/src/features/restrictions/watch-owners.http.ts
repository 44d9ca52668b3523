import type { Deps } from '../../deps.ts'
import { createTransferWatch } from '../../http/active-transfers.ts'
import { filterAvailableOwners } from './restrictions.service.ts'

/** Aborts running downloads once one of the data's owners may no longer serve downloads. */
export const watchRestrictedOwners = (deps: Pick<Deps, 'db' | 'log' | 'transferCheckMs'>) =>
  createTransferWatch<readonly string[]>(deps, {
    filterAllowed: async owners => {
      const available = await filterAvailableOwners(deps.db, owners.flat())
      return new Set(owners.filter(ids => ids.every(id => available.has(id))))
    },
  })
