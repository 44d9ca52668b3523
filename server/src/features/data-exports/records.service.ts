import type { Db } from '../../db/open.ts'
import type { Deps } from '../../deps.ts'
import { collectBilling } from '../invoices/index.ts'
import { listNotifications } from '../notifications/index.ts'
import * as records from './records.repository.ts'

/** Names of the files in `data/`; each is explained in the readme. */
export const RECORDS = [
  'profile',
  'items',
  'favourites',
  'shares',
  'upload_requests',
  'team_folders',
  'customers',
  'notifications',
  'sessions',
  'access_tokens',
  'passkeys',
  'traffic',
  'billing',
] as const
type RecordDeps = Pick<Deps, 'db' | 'settings'>
/** The others can be too large to collect, so they are streamed. */
type RecordName = Exclude<(typeof RECORDS)[number], 'items' | 'upload_requests'>

/** Converts numeric timestamps to ISO 8601. */
export const withIsoTimes = (row: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      name.endsWith('_at') && typeof value === 'number' ? new Date(value).toISOString() : value,
    ]),
  )
const list = async (rows: Promise<Record<string, unknown>[]>) => (await rows).map(withIsoTimes)

async function collectTeams(db: Db, userId: string) {
  const rows = await records.findOwnTeams(db, userId)
  const own = [...Map.groupBy(rows, row => row.id)].map(([id, members]) => ({
    id,
    name: members[0]?.name,
    members: members.flatMap(({ member, permission }) => (member ? [{ member, permission }] : [])),
  }))
  return {
    own,
    joined: await list(records.findJoinedTeams(db, userId)),
    sent_invitations: await list(records.findSentInvitations(db, userId)),
    received_invitations: await list(records.findReceivedInvitations(db, userId)),
  }
}

async function collectNotifications(deps: RecordDeps, userId: string) {
  const rows = await listNotifications(deps, { userId })
  return rows
    .reverse()
    .map(({ category, type, params, created_at, read_at }) =>
      withIsoTimes({ category, type, created_at, read_at, params: JSON.parse(params) }),
    )
}

/** Collects the data about a user besides their files, without credentials. */
export async function collectRecords(
  deps: RecordDeps,
  userId: string,
): Promise<[RecordName, unknown][]> {
  const { db } = deps
  return [
    ['profile', withIsoTimes(await records.findProfile(db, userId))],
    ['favourites', await list(records.findFavourites(db, userId))],
    ['shares', await list(records.findShares(db, userId))],
    ['team_folders', await collectTeams(db, userId)],
    ['customers', await list(records.findCustomers(db, userId))],
    ['notifications', await collectNotifications(deps, userId)],
    ['sessions', await list(records.findSessions(db, userId))],
    ['access_tokens', await list(records.findTokens(db, userId))],
    ['passkeys', await list(records.findPasskeys(db, userId))],
    ['traffic', await list(records.findTraffic(db, userId))],
    ['billing', await collectBilling(db, userId)],
  ]
}
