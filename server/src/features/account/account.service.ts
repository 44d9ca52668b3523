import type { Input } from '@coffer/contract'
import type * as contract from '@coffer/contract/account'
import { needsTwoFactorSetup, type UserActor } from '../../actor.ts'
import type { Db } from '../../db/open.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { isInstalled } from '../../lib/installed-languages.ts'
import { recordAudit } from '../audit/index.ts'
import { listFavourites } from '../favourites/index.ts'
import { hasCustomFolders, insertHome } from '../items/index.ts'
import { latestNotifications } from '../notifications/index.ts'
import { capacityFor, restrictionsOfAccount } from '../restrictions/index.ts'
import { lockSettings, readSettings } from '../settings/index.ts'
import { findTeamCapacity, notifyInvited } from '../teams/index.ts'
import { estimateOf } from '../usage/index.ts'
import { insertDirectoryEntry, updateDirectoryEntry } from '../user-directory/index.ts'
import * as accounts from './account.repository.ts'
import { colorOf, joinName, splitName } from './account.rules.ts'

interface NewAccount {
  name: string
  email: string
  password: string
  role: 'admin' | 'user'
  /** Verified by an emailed link, or set by the operator. */
  isEmailVerified: boolean
}

type HashedAccount = Omit<NewAccount, 'password'> & { passwordHash: string | null }

/** How the audit log names the creation of an account; administrators create and invite users. */
interface CreationEvent {
  action: 'account.created' | 'user.created' | 'user.invited'
  after?: { email: string; role: 'admin' | 'user' }
}

/**
 * Creates the settings, quota and home of a user. Runs in the transaction that inserts the user, so
 * that no user exists without them.
 */
export async function provisionAccount(
  tx: Db,
  deps: Pick<Deps, 'jobs' | 'now' | 'newId'>,
  userId: string,
  event: CreationEvent = { action: 'account.created' },
): Promise<void> {
  // A change of the subscription type changes the limits of the users it sees.
  await lockSettings(tx, 'shared')
  const settings = await readSettings(tx)
  const user = await accounts.findIdentity(tx, userId)
  recordAudit(tx, { ...event, target: { type: 'user', id: userId, name: user.name } })
  await accounts.insertSettings(tx, {
    user_id: userId,
    ...splitName(user.name),
    color: colorOf(userId),
    theme_mode: settings.default_theme_mode,
    has_own_theme: 0,
    emoji_type: settings.default_emoji,
    has_own_emoji: 0,
    language: null,
  })
  await accounts.insertQuota(tx, userId, capacityFor(settings))
  await insertHome(tx, deps, userId)
  await insertDirectoryEntry(tx, user)
  await notifyInvited(tx, deps, userId)
}

/**
 * Creates an account inside the caller's transaction.
 * @throws AppError `auth.address_taken`
 */
export async function insertAccount(
  tx: Db,
  deps: Pick<Deps, 'jobs' | 'now' | 'newId'>,
  account: HashedAccount,
  event?: CreationEvent,
): Promise<string> {
  const id = deps.newId()
  const email = account.email.toLowerCase()
  const isNew = await accounts.insertUser(tx, { ...account, id, email }, deps.now())
  if (!isNew) throw new AppError('auth.address_taken', ADDRESS_TAKEN)
  await provisionAccount(tx, deps, id, event)
  return id
}

const ADDRESS_TAKEN = { errors: { email: ['errors.auth.address_taken.detail'] } }

/**
 * Creates an account in its own transaction: for installation, the admin area and the command line.
 * @throws AppError `auth.address_taken`
 */
export async function createAccount(
  deps: Pick<Deps, 'transact' | 'jobs' | 'hashPassword' | 'now' | 'newId'>,
  { password, ...account }: NewAccount,
): Promise<string> {
  // Hash before the transaction: Argon2 takes tens of milliseconds and would block other writers.
  const passwordHash = await deps.hashPassword(password)
  return deps.transact(tx => insertAccount(tx, deps, { ...account, passwordHash }))
}

/** Hides data of other users until a required second factor is set up. */
const WITHOUT_NAMES = {
  favourites: [],
  notifications: { read: [], unread: [], unreadTotal: 0 },
}

/** Returns the user's account; without a required second factor, no names of other users. */
export async function getAccount(
  { db, settings }: Pick<Deps, 'db' | 'settings'>,
  actor: UserActor,
) {
  const [account, team, favourites, notifications, customerFolders] = await Promise.all([
    accounts.findAccount(db, actor.userId),
    findTeamCapacity(db, actor.userId),
    listFavourites({ db }, actor),
    latestNotifications({ db, settings }, actor),
    hasCustomFolders(db),
  ])
  const { values } = await settings.read()
  const withheld = await restrictionsOfAccount(db, team.type, account)
  const estimate = team.type === 'metered' ? await estimateOf(db, actor.userId) : undefined
  const fullAccount = {
    actor,
    account,
    defaults: values,
    withheld,
    team,
    favourites,
    notifications,
    customerFolders,
    estimate,
  }
  return needsTwoFactorSetup(values, actor)
    ? { ...fullAccount, ...WITHOUT_NAMES, team: { ...team, emails: [] } }
    : fullAccount
}

/** Changes settings, and the user's name with their first or last name. */
export async function changeSettings(
  deps: Pick<Deps, 'db' | 'transact' | 'now' | 'config' | 'settings'>,
  actor: UserActor,
  change: Input<typeof contract.updateSettings>['body'],
) {
  if (change.language !== undefined && !isInstalled(change.language))
    throw new AppError('request.invalid', { errors: { language: ['validation.invalid'] } })
  await deps.transact(async tx => {
    const names = await accounts.updateSettings(tx, actor.userId, change)
    const isRenamed = change.first_name !== undefined || change.last_name !== undefined
    if (!isRenamed) return
    await accounts.renameUser(tx, actor.userId, joinName(names), deps.now())
    await updateDirectoryEntry(tx, actor.userId)
  })
  return getAccount(deps, actor)
}
