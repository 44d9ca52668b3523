import { tryGetCurrentAuthEndpointContext } from '@better-auth/core/context'
import { APIError } from '@better-auth/core/error'
import { kyselyAdapter } from '@better-auth/kysely-adapter'
import type { AccountAlert } from '@coffer/contract/notifications'
import { PROVIDER_NAMES, Provider } from '@coffer/contract/social'
import type { BetterAuthOptions } from 'better-auth'
import type { Db } from '../../db/open.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { provisionAccount } from '../account/index.ts'
import { type AccountEvent, notifyOwner } from '../account-alerts/index.ts'
import { readSettings } from '../settings/index.ts'
import { resolveStandIn } from './email-substitute.ts'
import { countCodes } from './recovery-codes.ts'
import { requireSession } from './sessions.service.ts'

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
function alertOf({ model, update }: Change): AccountAlert | undefined {
  if (model === 'user' && 'twoFactorEnabled' in update)
    return update.twoFactorEnabled ? 'two_factor_on' : 'two_factor_off'
  // Together with a new secret it is the setting up, of which confirming it tells.
  const isRenewal = model === 'twoFactor' && 'backupCodes' in update && !('secret' in update)
  return isRenewal ? 'recovery_codes_renewed' : undefined
}

/** What is made with a letter: accounts, and ways into them. */
const TOLD: ReadonlySet<string> = new Set(['user', 'account', 'passkey'])

const newWayIn = (model: string, row: Record<string, unknown>): AccountEvent =>
  model === 'passkey'
    ? { type: 'passkey_added' }
    : {
        type: 'provider_linked',
        params: { provider: PROVIDER_NAMES[Provider.parse(row.providerId)] },
      }

interface Increment {
  model: string
  set?: Record<string, unknown> | undefined
}

/** The list that is left takes the place of the one that a code was found in. */
const usesRecoveryCode = <I extends Increment>(
  input: I,
): input is I & { set: { backupCodes: string } } =>
  input.model === 'twoFactor' && typeof input.set?.backupCodes === 'string'

const SESSION_OVER = { code: 'SESSION_OVER', message: 'The session is over' }

/** Whoever is still signing in has no session to lose. In Better Auth's terms, which others it swallows. */
async function requireCaller(tx: Db): Promise<void> {
  const caller = tryGetCurrentAuthEndpointContext()?.context.session?.session
  if (!caller) return
  await requireSession(tx, { userId: caller.userId, sessionId: caller.id }).catch(error => {
    throw error instanceof AppError ? APIError.from('UNAUTHORIZED', SESSION_OVER) : error
  })
}

function withAnyAddress(adapter: Adapter): Adapter {
  const { findOne } = adapter
  return Object.assign(adapter, {
    findOne: input =>
      findOne({
        ...input,
        where: input.where.map(part => ({ ...part, value: resolveStandIn(part.value) })),
      }),
  } satisfies Pick<Adapter, 'findOne'>)
}

/**
 * Better Auth on our database, in our transactions. Whoever it makes a user for, by whichever of
 * its ways, has in the same transaction everything that belongs to a user: there is no half account.
 * And no way in is changed without the letter that tells of it.
 */
export const authDatabase =
  (deps: Pick<Deps, 'db' | 'databaseKind' | 'transact' | 'jobs' | 'now' | 'newId' | 'config'>) =>
  (options: BetterAuthOptions): Adapter => {
    const adapterOn = (db: Db) =>
      withAnyAddress(kyselyAdapter(db, { type: deps.databaseKind })(options))

    function adapterIn(tx: Db): TransactionAdapter {
      const plain = adapterOn(tx)
      const newcomers = new Set<unknown>()
      async function noteMade(model: string, row: Record<string, unknown>): Promise<void> {
        if (model === 'user') {
          newcomers.add(row.id)
          return provisionAccount(tx, deps, String(row.id))
        }
        // What an account is made with is no news.
        if (TOLD.has(model) && !newcomers.has(row.userId))
          await notifyOwner(tx, deps, String(row.userId), newWayIn(model, row))
      }
      const create: Adapter['create'] = async input => {
        await requireCaller(tx)
        if (input.model === 'user') await requireOpenRegistration(tx)
        const row = await plain.create(input)
        await noteMade(input.model, row)
        return row as never
      }
      const update: Adapter['update'] = async input => {
        await requireCaller(tx)
        const row = await plain.update<Record<string, unknown>>(input)
        const type = alertOf(input)
        const userId = input.model === 'user' ? row?.id : row?.userId
        if (type && userId) await notifyOwner(tx, deps, String(userId), { type })
        return row as never
      }
      const incrementOne: Adapter['incrementOne'] = async input => {
        const row = await plain.incrementOne<Record<string, unknown>>(input)
        if (row && usesRecoveryCode(input))
          await notifyOwner(tx, deps, String(row.userId), {
            type: 'recovery_code_used',
            params: { left: String(countCodes(input.set.backupCodes)) },
          })
        return row as never
      }
      return { ...plain, create, update, incrementOne }
    }

    const adapter = adapterOn(deps.db)
    const { create: createPlainly, update: updatePlainly, incrementOne: incrementPlainly } = adapter
    // Changed in place: Better Auth knows the check of its schema by the object itself.
    return Object.assign(adapter, {
      transaction: work => deps.transact(tx => work(adapterIn(tx))),
      create: input =>
        TOLD.has(input.model) || input.model === 'session'
          ? deps.transact(tx => adapterIn(tx).create(input))
          : createPlainly(input),
      update: input =>
        alertOf(input) ? deps.transact(tx => adapterIn(tx).update(input)) : updatePlainly(input),
      incrementOne: input =>
        usesRecoveryCode(input)
          ? deps.transact(tx => adapterIn(tx).incrementOne(input))
          : incrementPlainly(input),
    } satisfies Pick<Adapter, 'transaction' | 'create' | 'update' | 'incrementOne'>)
  }
