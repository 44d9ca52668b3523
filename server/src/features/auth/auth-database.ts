import { APIError } from '@better-auth/core/error'
import { kyselyAdapter } from '@better-auth/kysely-adapter'
import type { AccountNews } from '@coffer/contract/notifications'
import type { BetterAuthOptions } from 'better-auth'
import type { Db } from '../../db/open.ts'
import type { Deps } from '../../deps.ts'
import { furnishAccount } from '../account/index.ts'
import { tellOwner } from '../account-alerts/index.ts'
import { verifyNewcomer } from '../addresses/index.ts'
import { readSettings } from '../settings/index.ts'

type Adapter = ReturnType<ReturnType<typeof kyselyAdapter>>
type TransactionAdapter = Parameters<Parameters<Adapter['transaction']>[0]>[0]

/** Those who come by a provider are the only ones that Better Auth makes. */
async function requireOpenRegistration(tx: Db): Promise<void> {
  if ((await readSettings(tx)).registration) return
  throw APIError.from('FORBIDDEN', { code: 'REGISTRATION_CLOSED', message: 'Sign-up is closed' })
}

interface Change {
  model: string
  update: Record<string, unknown>
}

/** What a change means to the owner, by the columns that only this use of Better Auth's writes. */
function newsOf({ model, update }: Change): AccountNews | undefined {
  if (model === 'user' && 'twoFactorEnabled' in update)
    return update.twoFactorEnabled ? 'two_factor_on' : 'two_factor_off'
  // Together with a new secret it is the setting up, of which confirming it tells.
  const isRenewal = model === 'twoFactor' && 'backupCodes' in update && !('secret' in update)
  return isRenewal ? 'recovery_codes_renewed' : undefined
}

/**
 * Better Auth on our database, in our transactions. Whoever it makes a user for, by whichever of
 * its ways, has in the same transaction everything that belongs to a user: there is no half account.
 * And no way in is changed without the letter that tells of it.
 */
export const authDatabase =
  (deps: Pick<Deps, 'db' | 'databaseKind' | 'transact' | 'jobs' | 'now' | 'newId' | 'config'>) =>
  (options: BetterAuthOptions): Adapter => {
    async function furnish(tx: Db, userId: string): Promise<void> {
      await furnishAccount(tx, deps, userId)
      await verifyNewcomer(tx, deps, userId)
    }
    const adapterOn = (db: Db) => kyselyAdapter(db, { type: deps.databaseKind })(options)

    function adapterIn(tx: Db): TransactionAdapter {
      const plain = adapterOn(tx)
      const create: Adapter['create'] = async input => {
        if (input.model === 'user') await requireOpenRegistration(tx)
        const row = await plain.create(input)
        if (input.model === 'user') await furnish(tx, String(row.id))
        if (input.model === 'passkey')
          await tellOwner(tx, deps, String(row.userId), { news: 'passkey_added' })
        return row as never
      }
      const update: Adapter['update'] = async input => {
        const row = await plain.update<Record<string, unknown>>(input)
        const news = newsOf(input)
        const userId = input.model === 'user' ? row?.id : row?.userId
        if (news && userId) await tellOwner(tx, deps, String(userId), { news })
        return row as never
      }
      return { ...plain, create, update }
    }

    const adapter = adapterOn(deps.db)
    const { create: createPlainly, update: updatePlainly } = adapter
    // Changed in place: Better Auth knows the check of its schema by the object itself.
    return Object.assign(adapter, {
      transaction: work => deps.transact(tx => work(adapterIn(tx))),
      create: input =>
        input.model === 'user' || input.model === 'passkey'
          ? deps.transact(tx => adapterIn(tx).create(input))
          : createPlainly(input),
      update: input =>
        newsOf(input) ? deps.transact(tx => adapterIn(tx).update(input)) : updatePlainly(input),
    } satisfies Pick<Adapter, 'transaction' | 'create' | 'update'>)
  }
