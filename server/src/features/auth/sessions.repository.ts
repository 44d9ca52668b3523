import { randomBytes, randomUUIDv7 } from 'node:crypto'
import type { Db } from '../../db/open.ts'
import { firstOf, prepared } from '../../db/prepared.ts'

interface LiveSession {
  id: string
  user_id: string
  expires_at: string | Date
  created_at: string | Date
  updated_at: string | Date
  role: 'admin' | 'user'
  name: string
  two_factor_confirmed_at: string | Date | null
}

/** On the way of every request, so it is built once. */
const sessionWithUser = prepared((db, { token }: { token: string }) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['sessions.id', 'sessions.user_id', 'sessions.expires_at'])
    .select(['sessions.created_at', 'sessions.updated_at'])
    .select(['users.role', 'users.name', 'users.two_factor_confirmed_at'])
    .where('sessions.token', '=', token),
)

/** The session and its user in one query; nothing when it is unknown or over. */
export async function findLiveSession(
  db: Db,
  token: string,
  now: Date,
): Promise<LiveSession | undefined> {
  const session = await firstOf(sessionWithUser(db, { token }))
  // Compared here: for a range SQLite plans the query anew with every value, which takes longer
  // than running it.
  return session && new Date(session.expires_at) > now ? session : undefined
}

/** A use of a session: when, and from where. */
export interface Use {
  now: Date
  ipAddress: string
}

/** Moves the end of a session; false when another request has moved or ended it meanwhile. */
export async function extendSession(
  db: Db,
  id: string,
  expiresAt: Date,
  { now, ipAddress }: Use,
): Promise<boolean> {
  const until = expiresAt.toISOString()
  const { numUpdatedRows } = await db
    .updateTable('sessions')
    .set({ expires_at: until, ip_address: ipAddress, updated_at: now.toISOString() })
    .where('id', '=', id)
    .where('expires_at', '<', until)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Notes that a session is in use, unless another request has just done so. */
export async function recordUse(db: Db, session: LiveSession, { now, ipAddress }: Use) {
  await db
    .updateTable('sessions')
    .set({ ip_address: ipAddress, updated_at: now.toISOString() })
    .where('id', '=', session.id)
    .where('updated_at', '<=', new Date(session.updated_at).toISOString())
    .execute()
}

interface NewSession {
  userId: string
  expiresAt: Date
  ipAddress: string
  userAgent: string
}

/** A session that Better Auth takes for one of its own; returns its token. */
export async function insertSession(db: Db, session: NewSession, now: Date): Promise<string> {
  const token = randomBytes(24).toString('base64url')
  await db
    .insertInto('sessions')
    .values({
      id: randomUUIDv7(),
      user_id: session.userId,
      token,
      expires_at: session.expiresAt.toISOString(),
      ip_address: session.ipAddress,
      user_agent: session.userAgent,
      created_at: now.toISOString(),
      updated_at: now.toISOString(),
    })
    .execute()
  return token
}

/** More than anybody looks through. */
const LISTED = 100

export type SessionRow = Awaited<ReturnType<typeof listSessions>>[number]
export const listSessions = (db: Db, userId: string, now: Date) =>
  db
    .selectFrom('sessions')
    .select(['id', 'ip_address', 'user_agent', 'created_at', 'updated_at'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', now.toISOString())
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .limit(LISTED)
    .execute()

/** Which of these sessions go on. */
export async function filterLive(db: Db, ids: readonly string[], now: Date): Promise<Set<string>> {
  const rows = await db
    .selectFrom('sessions')
    .select('id')
    .where('id', 'in', ids)
    .where('expires_at', '>', now.toISOString())
    .execute()
  return new Set(rows.map(row => row.id))
}

export async function hasSession(db: Db, userId: string, id: string): Promise<boolean> {
  const query = db.selectFrom('sessions').select('id').where('user_id', '=', userId)
  return (await query.where('id', '=', id).executeTakeFirst()) !== undefined
}

/** @returns whether there was one */
export async function deleteOwnSession(db: Db, userId: string, id: string): Promise<boolean> {
  const query = db.deleteFrom('sessions').where('user_id', '=', userId).where('id', '=', id)
  return (await query.executeTakeFirst()).numDeletedRows > 0n
}

/** @returns whose it was */
export async function deleteSession(db: Db, token: string): Promise<string | undefined> {
  const query = db.deleteFrom('sessions').where('token', '=', token).returning('user_id')
  return (await query.executeTakeFirst())?.user_id
}

export const deleteOtherSessions = async (db: Db, userId: string, id: string): Promise<void> => {
  await db.deleteFrom('sessions').where('user_id', '=', userId).where('id', '!=', id).execute()
}

export const deleteSessionsBut = async (db: Db, userId: string, token: string): Promise<void> => {
  await db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('token', '!=', token)
    .execute()
}

export const deleteExpiredSessions = async (db: Db, now: Date): Promise<void> => {
  await db.deleteFrom('sessions').where('expires_at', '<=', now.toISOString()).execute()
}

export const isAdministrator = async (db: Db, id: string): Promise<boolean> => {
  const query = db.selectFrom('users').select('role').where('id', '=', id)
  return (await query.executeTakeFirst())?.role === 'admin'
}

export const deleteSessionsOf = async (db: Db, userId: string): Promise<void> => {
  await db.deleteFrom('sessions').where('user_id', '=', userId).execute()
}

/** As Better Auth names what it waits for between password and code; of one person, or of all. */
const SECOND_STEP = '2fa-'

export async function deleteSecondSteps(db: Db, userId?: string): Promise<void> {
  await db
    .deleteFrom('verifications')
    .where('identifier', 'like', `${SECOND_STEP}%`)
    .$if(userId !== undefined, query => query.where('value', '=', userId ?? ''))
    .execute()
}

export const deleteEverySession = async (db: Db): Promise<void> => {
  await db.deleteFrom('sessions').execute()
}

export async function findUserByAddress(db: Db, address: string): Promise<string | undefined> {
  const query = db.selectFrom('users').select('id').where('email', '=', address)
  return (await query.executeTakeFirst())?.id
}

export async function hasTwoFactor(db: Db, userId: string): Promise<boolean> {
  const query = db.selectFrom('users').select('two_factor_confirmed_at').where('id', '=', userId)
  return (await query.executeTakeFirst())?.two_factor_confirmed_at != null
}
