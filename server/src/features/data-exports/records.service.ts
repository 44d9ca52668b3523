import type { Db } from '../../db/open.ts'
import * as records from './records.repository.ts'

/** The names of the files in `data/`, each with its words in the reader's language. */
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
] as const
type RecordName = Exclude<(typeof RECORDS)[number], 'items'>

/** Times as everybody reads them, wherever a row keeps them as numbers. */
const readable = (row: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      name.endsWith('_at') && typeof value === 'number' ? new Date(value).toISOString() : value,
    ]),
  )
const list = async (rows: Promise<Record<string, unknown>[]>) => (await rows).map(readable)

async function teamsOf(db: Db, userId: string) {
  const rows = await records.findOwnTeams(db, userId)
  const own = [...Map.groupBy(rows, row => row.id)].map(([id, people]) => ({
    id,
    name: people[0]?.name,
    members: people.flatMap(({ member, permission }) => (member ? [{ member, permission }] : [])),
  }))
  return { own, joined: await list(records.findJoinedTeams(db, userId)) }
}

async function latestNotification(db: Db, userId: string) {
  const rows = await records.findNotifications(db, userId)
  return rows.map(({ params, ...row }) => readable({ ...row, params: JSON.parse(params) }))
}

/** What is kept about somebody besides his files, and nothing that would let anybody in. */
export async function recordsOf(db: Db, userId: string): Promise<[RecordName, unknown][]> {
  return [
    ['profile', readable(await records.findProfile(db, userId))],
    ['favourites', await list(records.findFavourites(db, userId))],
    ['shares', await list(records.findShares(db, userId))],
    ['upload_requests', await list(records.findRequests(db, userId))],
    ['team_folders', await teamsOf(db, userId)],
    ['customers', await list(records.findCustomers(db, userId))],
    ['notifications', await latestNotification(db, userId)],
    ['sessions', await list(records.findSessions(db, userId))],
    ['access_tokens', await list(records.findTokens(db, userId))],
    ['passkeys', await list(records.findPasskeys(db, userId))],
    ['traffic', await list(records.findTraffic(db, userId))],
  ]
}
