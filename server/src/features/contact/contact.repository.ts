import type { Locale } from '@coffer/contract'
import type { MESSAGE_STATES } from '@coffer/contract/contact-inbox'
import { countCapped, readDeepPage, type Total } from '../../db/deep-page.ts'
import { containsText } from '../../db/like-pattern.ts'
import type { Db } from '../../db/open.ts'
import type { ContactMessageRow } from '../../db/schema-pages.ts'
import { emailLanguage } from '../emails/index.ts'

interface Administrator {
  to: string
  language: Locale | null
}

/** Returns the address and email language of every administrator who can sign in. */
export const findAdministrators = (db: Db): Promise<Administrator[]> =>
  db
    .selectFrom('users')
    .innerJoin('user_settings as settings', 'settings.user_id', 'users.id')
    .select(['users.email as to', emailLanguage().as('language')])
    .where('users.role', '=', 'admin')
    .where('users.suspended_at', 'is', null)
    .orderBy('users.id')
    .execute()

export const insertMessage = async (tx: Db, row: ContactMessageRow): Promise<void> => {
  await tx.insertInto('contact_messages').values(row).execute()
}

type MessageState = (typeof MESSAGE_STATES)[number]

interface MessageQuery {
  page: number
  per_page: number
  sort: 'created_at' | 'email'
  direction: 'asc' | 'desc'
  /** Part of the address or the message. */
  query: string
  state?: MessageState | undefined
}

/** Reads a page of messages. */
export async function listMessages(
  db: Db,
  { sort, direction, query, state, ...page }: MessageQuery,
): Promise<{ rows: ContactMessageRow[]; total: Total }> {
  let matching = db.selectFrom('contact_messages as m')
  if (state) matching = matching.where('m.is_answered', '=', state === 'answered' ? 1 : 0)
  if (query) matching = matching.where(containsText(db, ['m.email', 'm.message'], query))
  const total = await countCapped(db, matching)
  const order = { columns: [`m.${sort}`, 'm.id'], direction }
  const load = (ids: readonly string[]) =>
    db.selectFrom('contact_messages').selectAll().where('id', 'in', ids).execute()
  return { rows: await readDeepPage(matching, { key: 'm.id', order, load }, page, total), total }
}

export async function countWaiting(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('contact_messages')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('is_answered', '=', 0)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** @returns the changed message; undefined when it does not exist */
export const setAnswered = (
  tx: Db,
  id: string,
  answer: { at: number; by: string } | null,
): Promise<ContactMessageRow | undefined> =>
  tx
    .updateTable('contact_messages')
    .set({
      is_answered: answer ? 1 : 0,
      answered_at: answer?.at ?? null,
      answered_by: answer?.by ?? null,
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()

export const deleteMessage = (tx: Db, id: string): Promise<ContactMessageRow | undefined> =>
  tx.deleteFrom('contact_messages').where('id', '=', id).returningAll().executeTakeFirst()
