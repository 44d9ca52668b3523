import type { Deps } from '../../deps.ts'
import { createRunningGuests } from '../../http/active-transfers.ts'
import { stillAvailable } from './restrictions.service.ts'

/** Cuts what is still being sent of somebody's data once nobody gets it any more. */
export const watchOwners = (deps: Pick<Deps, 'db' | 'log' | 'transferCheckMs'>) =>
  createRunningGuests<string>(deps, {
    stillWelcome: ownerIds => stillAvailable(deps.db, ownerIds),
  })
