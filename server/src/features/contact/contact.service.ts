import type { contact, Input } from '@coffer/contract'
import type { Deps } from '../../deps.ts'
import { sendMail } from '../emails/index.ts'
import { findAdministrators } from './contact.repository.ts'

type Message = Input<typeof contact.contactAdministrators>['body']

/**
 * Emails a message to every administrator in their language. The sender gets no copy, because the
 * given address is not verified.
 */
export const notifyAdministrators = (
  deps: Pick<Deps, 'transact' | 'jobs' | 'newId'>,
  { email, message }: Message,
): Promise<void> =>
  deps.transact(async tx => {
    for (const administrator of await findAdministrators(tx))
      await sendMail(tx, deps, {
        ...administrator,
        template: 'contact',
        data: { from: email, message },
      })
  })
