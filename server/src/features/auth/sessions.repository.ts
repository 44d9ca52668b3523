import { randomBytes, randomUUIDv7 } from 'node:crypto'
import type { Db } from '../../db/open.ts'
import { firstOf, prepared } from '../../db/prepared.ts'

interface LiveSession {
  id: string
  user_id: string
  expires_at: string | Date
  role: 'admin' | 'user'
  name: string
}

/** On the way of every request, so it is built once. */
const sessionWithUser = prepared((db, { token }: { token: string }) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['sessions.id', 'sessions.user_id', 'sessions.expires_at', 'users.role', 'users.name'])
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

/** Moves the end of a session; false when another request has moved or ended it meanwhile. */
export async function extendSession(
  db: Db,
  session: Pick<LiveSession, 'id'>,
  expiresAt: Date,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('sessions')
    .set({ expires_at: expiresAt.toISOString(), updated_at: now.toISOString() })
    .where('id', '=', session.id)
    .where('expires_at', '<', expiresAt.toISOString())
    .executeTakeFirst()
  return numUpdatedRows > 0n
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

/** @returns whose it was */
export async function deleteSession(db: Db, token: string): Promise<string | undefined> {
  const query = db.deleteFrom('sessions').where('token', '=', token).returning('user_id')
  return (await query.executeTakeFirst())?.user_id
}

export const deleteOtherSessions = async (db: Db, userId: string, id: string): Promise<void> => {
  await db.deleteFrom('sessions').where('user_id', '=', userId).where('id', '!=', id).execute()
}

export const deleteExpiredSessions = async (db: Db, now: Date): Promise<void> => {
  await db.deleteFrom('sessions').where('expires_at', '<=', now.toISOString()).execute()
}

export const isAdministrator = async (db: Db, id: string): Promise<boolean> => {
  const query = db.selectFrom('users').select('role').where('id', '=', id)
  return (await query.executeTakeFirst())?.role === 'admin'
}

export const isAddressTaken = async (db: Db, email: string): Promise<boolean> => {
  const query = db.selectFrom('users').select('id').where('email', '=', email)
  return (await query.executeTakeFirst()) !== undefined
}
