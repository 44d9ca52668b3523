import type { UserActor } from '../../actor.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { removeMethod } from '../gateways/index.ts'
import { quotas } from '../quotas/index.ts'
import { findChargesOf } from './accounts.repository.ts'
import { queueDebts } from './debts.job-types.ts'

/**
 * Removes a saved card of a user. One that is being charged stays, so that a charge whose answer is lost
 * can be sent again. A charge that waits for the card's bank is cancelled, and another card pays.
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
    const charges = await findChargesOf(tx, { userId, methodId: id })
    if (charges.some(({ state }) => state !== 'action_required'))
      throw new AppError('payment_method.in_use')
    if (charges.length > 0) await queueDebts(tx, deps, userId)
  })
