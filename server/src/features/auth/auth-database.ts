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
import { mayRegister, readSettings } from '../settings/index.ts'
import { acceptInvitation } from '../user-invitations/index.ts'
import { resolveSubstitute } from './email-substitute.ts'
import { providedName } from './providers/provided-name.ts'
import { identityStorage } from './providers/provider-identity.ts'
import { countCodes } from './recovery-codes.ts'
import { requireSession } from './sessions.service.ts'

type Adapter = ReturnType<ReturnType<typeof kyselyAdapter>>
type TransactionAdapter = Parameters<Parameters<Adapter['transaction']>[0]>[0]

/** Better Auth creates users only for social sign-ins. */
async function requireOpenRegistration(tx: Db, email: string): Promise<void> {
  const createsAccounts = identityStorage.getStore()?.mayCreate ?? true
  if (createsAccounts && mayRegister(await readSettings(tx), email)) return
  throw APIError.from('FORBIDDEN', { code: 'REGISTRATION_CLOSED', message: 'Sign-up is closed' })
}

interface Change {
  model: string
  update: Record<string, unknown>
}

/** Derives the alert for a change from the columns that only this kind of change writes. */
function updateAlert({ model, update }: Change): AccountAlert | undefined {
  if (model === 'user' && 'twoFactorEnabled' in update)
    return update.twoFactorEnabled ? 'two_factor_on' : 'two_factor_off'
  // Codes with a new secret belong to the setup, whose confirmation sends its own alert.
  const isRenewal = model === 'twoFactor' && 'backupCodes' in update && !('secret' in update)
  return isRenewal ? 'recovery_codes_renewed' : undefined
}

/** Better Auth stores the name of a new user as the provider sent it. */
const withProvidedName = <D extends Record<string, unknown>>(model: string, data: D): D =>
  model === 'user' ? { ...data, name: providedName(String(data.name), String(data.email)) } : data

/** The models whose creation sends an email: users and their sign-in methods. */
const NOTIFIED_MODELS: ReadonlySet<string> = new Set(['user', 'account', 'passkey'])

const newMethodAlert = (model: string, row: Record<string, unknown>): AccountEvent =>
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

/** Using a recovery code replaces the stored list by the remaining codes. */
const usesRecoveryCode = <I extends Increment>(
  input: I,
): input is I & { set: { backupCodes: string } } =>
  input.model === 'twoFactor' && typeof input.set?.backupCodes === 'string'

/** Refuses with an `APIError`, because Better Auth swallows other errors. */
const refusing = (reason: { code: string; message: string }) => (error: unknown) => {
  throw error instanceof AppError ? APIError.from('UNAUTHORIZED', reason) : error
}

const SESSION_OVER = { code: 'SESSION_OVER', message: 'The session is over' }

/** Requires that the caller's session still exists; a sign-in in progress has none to check. */
async function requireCaller(tx: Db): Promise<void> {
  const caller = tryGetCurrentAuthEndpointContext()?.context.session?.session
  if (!caller) return
  await requireSession(tx, { userId: caller.userId, sessionId: caller.id }).catch(
    refusing(SESSION_OVER),
  )
}

const INVITATION_EXPIRED = { code: 'INVITATION_EXPIRED', message: 'The invitation has expired' }

/** The form of the password sign-in sends substitutes; an email of a provider may look like one. */
const isPasswordSignIn = (): boolean =>
  tryGetCurrentAuthEndpointContext()?.path === '/sign-in/email'

function withSubstituteEmails(adapter: Adapter): Adapter {
  const { findOne } = adapter
  return Object.assign(adapter, {
    findOne: input => {
      if (!isPasswordSignIn()) return findOne(input)
      const where = input.where.map(part => ({ ...part, value: resolveSubstitute(part.value) }))
      return findOne({ ...input, where })
    },
  } satisfies Pick<Adapter, 'findOne'>)
}

/**
 * Runs Better Auth on our database and in our transactions. A user is created together with everything
 * that belongs to an account, and a sign-in method changes together with the email that reports it.
 */
export const authDatabase =
  (deps: Pick<Deps, 'db' | 'databaseKind' | 'transact' | 'jobs' | 'now' | 'newId' | 'config'>) =>
  (options: BetterAuthOptions): Adapter => {
    const adapterOn = (db: Db) =>
      withSubstituteEmails(kyselyAdapter(db, { type: deps.databaseKind })(options))

    function adapterIn(tx: Db): TransactionAdapter {
      const plain = adapterOn(tx)
      const newUserIds = new Set<unknown>()
      async function afterCreate(model: string, row: Record<string, unknown>): Promise<void> {
        if (model === 'user') {
          newUserIds.add(row.id)
          return provisionAccount(tx, deps, String(row.id))
        }
        // The sign-in method that an account is created with sends no alert.
        if (NOTIFIED_MODELS.has(model) && !newUserIds.has(row.userId))
          await notifyOwner(tx, deps, String(row.userId), newMethodAlert(model, row))
      }
      const create: Adapter['create'] = async input => {
        await requireCaller(tx)
        if (input.model === 'user') await requireOpenRegistration(tx, String(input.data.email))
        // Users may have verified their email without accepting the invitation.
        if (input.model === 'session')
          await acceptInvitation(tx, deps, String(input.data.userId)).catch(
            refusing(INVITATION_EXPIRED),
          )
        const row = await plain.create({
          ...input,
          data: withProvidedName(input.model, input.data),
        })
        await afterCreate(input.model, row)
        return row as never
      }
      const update: Adapter['update'] = async input => {
        await requireCaller(tx)
        const row = await plain.update<Record<string, unknown>>(input)
        const type = updateAlert(input)
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
    const { create: plainCreate, update: plainUpdate, incrementOne: plainIncrement } = adapter
    // Mutate the adapter: Better Auth attaches its schema check to this very object.
    return Object.assign(adapter, {
      transaction: work => deps.transact(tx => work(adapterIn(tx))),
      create: input =>
        NOTIFIED_MODELS.has(input.model) || input.model === 'session'
          ? deps.transact(tx => adapterIn(tx).create(input))
          : plainCreate(input),
      update: input =>
        updateAlert(input) ? deps.transact(tx => adapterIn(tx).update(input)) : plainUpdate(input),
      incrementOne: input =>
        usesRecoveryCode(input)
          ? deps.transact(tx => adapterIn(tx).incrementOne(input))
          : plainIncrement(input),
    } satisfies Pick<Adapter, 'transaction' | 'create' | 'update' | 'incrementOne'>)
  }
