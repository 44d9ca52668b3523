import type { Input } from '@coffer/contract'
import type * as contract from '@coffer/contract/account'
import { needsTwoFactorSetup, type UserActor } from '../../actor.ts'
import type { Db } from '../../db/open.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { listFavourites } from '../favourites/index.ts'
import { hasCustomFolders, insertHome } from '../items/index.ts'
import { latestNotifications } from '../notifications/index.ts'
import { capacityFor, withheldFromAccount } from '../restrictions/index.ts'
import { readSettings } from '../settings/index.ts'
import { findTeamCapacity, notifyInvited } from '../teams/index.ts'
import * as accounts from './account.repository.ts'
import { colorOf, joinName, splitName } from './account.rules.ts'
import { findPeople } from './people.repository.ts'

interface NewAccount {
  name: string
  email: string
  password: string
  role: 'admin' | 'user'
  /** The address is known to be his: a letter came back from there, or the operator has named it. */
  isEmailVerified: boolean
}

type HashedAccount = Omit<NewAccount, 'password'> & { passwordHash: string }

/**
 * Everything that belongs to a user besides the row itself: settings, quota and home. Always in
 * the transaction that makes the row, so that nobody is ever there without them.
 */
export async function provisionAccount(
  tx: Db,
  deps: Pick<Deps, 'jobs' | 'now' | 'newId'>,
  userId: string,
): Promise<void> {
  const settings = await readSettings(tx)
  await accounts.insertSettings(tx, {
    user_id: userId,
    ...splitName(await accounts.findName(tx, userId)),
    color: colorOf(userId),
    theme_mode: settings.default_theme_mode,
    emoji_type: settings.default_emoji,
    language: null,
  })
  await accounts.insertQuota(tx, userId, capacityFor(settings))
  await insertHome(tx, deps, userId)
  await notifyInvited(tx, deps, userId)
}

/**
 * For whoever has to do more in the same transaction.
 * @throws AppError `auth.address_taken`
 */
export async function insertAccount(
  tx: Db,
  deps: Pick<Deps, 'jobs' | 'now' | 'newId'>,
  account: HashedAccount,
): Promise<string> {
  const id = deps.newId()
  const email = account.email.toLowerCase()
  const isNew = await accounts.insertUser(tx, { ...account, id, email }, deps.now())
  if (!isNew) throw new AppError('auth.address_taken', ADDRESS_TAKEN)
  await provisionAccount(tx, deps, id)
  return id
}

const ADDRESS_TAKEN = { errors: { email: ['errors.auth.address_taken.detail'] } }

/**
 * A whole account without a form: for installation, the admin area and the command line.
 * @throws AppError `auth.address_taken`
 */
export async function createAccount(
  deps: Pick<Deps, 'transact' | 'jobs' | 'hashPassword' | 'now' | 'newId'>,
  { password, ...account }: NewAccount,
): Promise<string> {
  // Before the transaction: nobody should wait for Argon2 on the database's account.
  const passwordHash = await deps.hashPassword(password)
  return deps.transact(tx => insertAccount(tx, deps, { ...account, passwordHash }))
}

/** What somebody is told who is let in to set up a second factor: nothing that others could wish to read. */
const WITHOUT_NAMES = {
  favourites: [],
  notifications: { read: [], unread: [], unreadTotal: 0 },
}

export async function getAccount({ db, config }: Pick<Deps, 'db' | 'config'>, actor: UserActor) {
  const [account, team, favourites, notifications, customerFolders] = await Promise.all([
    accounts.findAccount(db, actor.userId),
    findTeamCapacity(db, actor.userId),
    listFavourites({ db }, actor),
    latestNotifications({ db }, actor),
    hasCustomFolders(db),
  ])
  const withheld = await withheldFromAccount(db, team.type, account)
  const whole = { actor, account, withheld, team, favourites, notifications, customerFolders }
  return needsTwoFactorSetup(config, actor)
    ? { ...whole, ...WITHOUT_NAMES, team: { ...team, emails: [] } }
    : whole
}

export async function changeSettings(
  deps: Pick<Deps, 'db' | 'transact' | 'now' | 'config'>,
  actor: UserActor,
  change: Input<typeof contract.updateSettings>['body'],
) {
  await deps.transact(async tx => {
    const names = await accounts.updateSettings(tx, actor.userId, change)
    const isRenamed = change.first_name !== undefined || change.last_name !== undefined
    if (isRenamed) await accounts.renameUser(tx, actor.userId, joinName(names), deps.now())
  })
  return getAccount(deps, actor)
}

export const listPeople = ({ db }: Pick<Deps, 'db'>, query: string) => findPeople(db, query)
