import type { AccountNews } from '@coffer/contract/notifications'
import type { Db } from '../../db/open.ts'
import type { Deps } from '../../deps.ts'
import { notify } from '../notifications/index.ts'

export interface Happening {
  news: AccountNews
  params?: Record<string, string>
}

/**
 * Tells somebody what has become of the ways into his account, in case it was not he (ASVS 6.3.7), in
 * the transaction that changes them: there is no change without its letter.
 */
export const tellOwner = (
  tx: Db,
  deps: Pick<Deps, 'jobs' | 'now' | 'newId'>,
  userId: string,
  { news, params = {} }: Happening,
): Promise<void> =>
  notify(tx, deps, [userId], {
    ...{ news, params, category: news === 'new_device' ? 'sign-in-alert' : 'account-alert' },
    action: {
      ...{ type: 'url', url: '/user/settings/password' },
      ...{ target: 'self', button: 'news.button.look' },
    },
    letter: { template: 'account-alert', data: { news, params, at: deps.now().toISOString() } },
  })
