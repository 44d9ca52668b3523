import { randomBytes, randomUUIDv7 } from 'node:crypto'
import type { Db } from '../../db/open.ts'
import { firstOf, prepared } from '../../db/prepared.ts'

interface LiveSession {
  id: string
  user_id: string
  expires_at: string | Date
  created_at: string | Date
  updated_at: string | Date
  reauthenticated_at: number | null
  role: 'admin' | 'user'
  name: string
  two_factor_confirmed_at: string | Date | null
}

/** Runs on every request, so the query is built once. */
const sessionWithUser = prepared(
  (db, { token }: { token: string }) =>
    db
      .selectFrom('sessions')
      .innerJoin('users', 'users.id', 'sessions.user_id')
      .select(['sessions.id', 'sessions.user_id', 'sessions.expires_at'])
      .select(['sessions.created_at', 'sessions.updated_at', 'sessions.reauthenticated_at'])
      .select(['users.role', 'users.name', 'users.two_factor_confirmed_at'])
      .where('sessions.token', '=', token)
      // A sign-in may have started before the suspension.
      .where('users.suspended_at', 'is', null),
  { keepsPlan: true },
)

/** Reads the session and its user in one query; undefined when it is unknown or expired. */
export async function findLiveSession(
  db: Db,
  token: string,
  now: Date,
): Promise<LiveSession | undefined> {
  const session = await firstOf(sessionWithUser(db, { token }))
  // Compared in code: SQLite re-plans a query with a range condition for every value, which takes
  // longer than running it.
  return session && new Date(session.expires_at) > now ? session : undefined
}

/** The time and the IP address of a request in a session. */
export interface UseRecord {
  now: Date
  ipAddress: string
}

/** Extends a session; false when a concurrent request has extended or ended it. */
export async function extendSession(
  db: Db,
  id: string,
  expiresAt: Date,
  { now, ipAddress }: UseRecord,
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

/** Records the use of a session, unless a concurrent request has recorded one. */
export async function recordUse(db: Db, session: LiveSession, { now, ipAddress }: UseRecord) {
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

/** Inserts a session in the format of Better Auth. @returns its token */
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

/** Sessions of a user; the list shows as many. */
const MAX_SESSIONS = 100

export type SessionRow = Awaited<ReturnType<typeof listSessions>>[number]
export const listSessions = (db: Db, userId: string, now: Date) =>
  db
    .selectFrom('sessions')
    .select(['id', 'ip_address', 'user_agent', 'created_at', 'updated_at'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', now.toISOString())
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_SESSIONS)
    .execute()

/** Deletes the sessions used longest ago that a user has above the maximum. */
export const deleteExcessSessions = async (db: Db, userId: string): Promise<void> => {
  await db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('id', 'not in', eb =>
      eb
        .selectFrom('sessions')
        .select('id')
        .where('user_id', '=', userId)
        .orderBy('updated_at', 'desc')
        .orderBy('id', 'desc')
        .limit(MAX_SESSIONS),
    )
    .execute()
}

/** Returns the ids of those sessions that still exist and have not expired. */
const liveSessions = (db: Db, now: Date) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .where('sessions.expires_at', '>', now.toISOString())
    .where('users.suspended_at', 'is', null)

/** Returns those of the ids whose sessions are live. */
export async function filterLive(db: Db, ids: readonly string[], now: Date): Promise<Set<string>> {
  const query = liveSessions(db, now).select('sessions.id').where('sessions.id', 'in', ids)
  return new Set((await query.execute()).map(row => row.id))
}

/** Returns those of the tokens whose sessions are live. */
export async function filterLiveTokens(
  db: Db,
  tokens: readonly string[],
  now: Date,
): Promise<Set<string>> {
  const query = liveSessions(db, now).select('sessions.token').where('sessions.token', 'in', tokens)
  return new Set((await query.execute()).map(row => row.token))
}

export async function hasSession(db: Db, userId: string, id: string): Promise<boolean> {
  const query = db.selectFrom('sessions').select('id').where('user_id', '=', userId)
  return (await query.where('id', '=', id).executeTakeFirst()) !== undefined
}

/** @returns whether the user had this session */
export async function deleteOwnSession(db: Db, userId: string, id: string): Promise<boolean> {
  const query = db.deleteFrom('sessions').where('user_id', '=', userId).where('id', '=', id)
  return (await query.executeTakeFirst()).numDeletedRows > 0n
}

/** @returns the id of the session's user; undefined when there was no session */
export async function deleteSession(db: Db, token: string): Promise<string | undefined> {
  const query = db.deleteFrom('sessions').where('token', '=', token).returning('user_id')
  return (await query.executeTakeFirst())?.user_id
}

export const deleteOtherSessions = async (db: Db, userId: string, id: string): Promise<void> => {
  await db.deleteFrom('sessions').where('user_id', '=', userId).where('id', '!=', id).execute()
}

export const deleteSessionsExcept = async (
  db: Db,
  userId: string,
  token: string,
): Promise<void> => {
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

/** The prefix that Better Auth gives to verifications between password and code. */
const SECOND_STEP = '2fa-'

/** Deletes the pending second steps of one user, or of all users. */
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

/** The suspension of a user; undefined for users without one. */
export const findSuspension = (
  db: Db,
  userId: string,
): Promise<{ reason: string | null } | undefined> =>
  db
    .selectFrom('users')
    .select('suspension_reason as reason')
    .where('id', '=', userId)
    .where('suspended_at', 'is not', null)
    .executeTakeFirst()

export async function hasTwoFactor(db: Db, userId: string): Promise<boolean> {
  const query = db.selectFrom('users').select('two_factor_confirmed_at').where('id', '=', userId)
  return (await query.executeTakeFirst())?.two_factor_confirmed_at != null
}
