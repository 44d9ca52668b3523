import { APIError } from '@better-auth/core/error'
import { kyselyAdapter } from '@better-auth/kysely-adapter'
import type { BetterAuthOptions } from 'better-auth'
import type { Db } from '../../db/open.ts'
import type { Deps } from '../../deps.ts'
import { furnishAccount } from '../account/index.ts'
import { verifyNewcomer } from '../addresses/index.ts'
import { readSettings } from '../settings/index.ts'

type Adapter = ReturnType<ReturnType<typeof kyselyAdapter>>
type TransactionAdapter = Parameters<Parameters<Adapter['transaction']>[0]>[0]

/** Those who come by a provider are the only ones that Better Auth makes. */
async function requireOpenRegistration(tx: Db): Promise<void> {
  if ((await readSettings(tx)).registration) return
  throw APIError.from('FORBIDDEN', { code: 'REGISTRATION_CLOSED', message: 'Sign-up is closed' })
}

/**
 * Better Auth on our database, in our transactions. Whoever it makes a user for, by whichever of
 * its ways, has in the same transaction everything that belongs to a user: there is no half account.
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
        return row as never
      }
      return { ...plain, create }
    }

    const adapter = adapterOn(deps.db)
    const createPlainly = adapter.create
    // Changed in place: Better Auth knows the check of its schema by the object itself.
    return Object.assign(adapter, {
      transaction: work => deps.transact(tx => work(adapterIn(tx))),
      create: input =>
        input.model === 'user'
          ? deps.transact(tx => adapterIn(tx).create(input))
          : createPlainly(input),
    } satisfies Pick<Adapter, 'transaction' | 'create'>)
  }
