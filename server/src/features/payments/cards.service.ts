import type { UserActor } from '../../actor.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { removeMethod } from '../gateways/index.ts'
import { quotas } from '../quotas/index.ts'
import { isBeingCharged } from './accounts.repository.ts'

/**
 * Removes a saved card of a user. One that is being charged stays, so that a charge whose answer is lost
 * can be sent again.
 * @throws AppError `payment_method.not_found`, `payment_method.in_use`
 */
export const removeCard = (
  { transact, ...deps }: Pick<Deps, 'transact' | 'jobs'>,
  { userId }: UserActor,
  id: string,
): Promise<void> =>
  transact(async tx => {
    await quotas.lockOwners(tx, [userId])
    if (!(await removeMethod(tx, deps, userId, id))) throw new AppError('payment_method.not_found')
    if (await isBeingCharged(tx, id)) throw new AppError('payment_method.in_use')
  })
