import type { Deps } from '../../deps.ts'
import { createRunningGuests } from '../../http/running-guests.ts'
import { stillAvailable } from './restrictions.service.ts'

/** Cuts what is still being sent of somebody's data once nobody gets it any more. */
export const watchOwners = ({ db, log }: Pick<Deps, 'db' | 'log'>) =>
  createRunningGuests<string>({
    stillWelcome: ownerIds => stillAvailable(db, ownerIds),
    log,
  })
