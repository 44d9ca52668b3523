import type { contact, Input } from '@coffer/contract'
import type { UserActor } from '../../actor.ts'
import type { ContactMessageRow } from '../../db/schema-pages.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { recordAudit } from '../audit/index.ts'
import { sendMails } from '../emails/index.ts'
import * as messages from './contact.repository.ts'

type Message = Input<typeof contact.contactAdministrators>['body']

/**
 * Stores a message in the inbox and emails it to the contact address of the settings, or without one to every administrator
 * in their language. The sender gets no copy, because the given address is not verified.
 */
export async function notifyAdministrators(
  deps: Pick<Deps, 'transact' | 'jobs' | 'now' | 'newId' | 'settings'>,
  { email, message }: Message,
): Promise<void> {
  const { contact_email } = (await deps.settings.read()).values
  await deps.transact(async tx => {
    await messages.insertMessage(tx, {
      id: deps.newId(),
      email,
      message,
      is_answered: 0,
      created_at: deps.now().getTime(),
      answered_at: null,
      answered_by: null,
    })
    const recipients =
      contact_email === null
        ? await messages.findAdministrators(tx)
        : [{ to: contact_email, language: null }]
    await sendMails(tx, deps, recipients, { template: 'contact', data: { from: email, message } })
  })
}

export type ContactMessage = ContactMessageRow

const targetOf = ({ id, email }: ContactMessageRow) => ({
  type: 'contact-message',
  id,
  name: email,
})

/** @throws AppError `contact.not_found` */
export const changeMessage = (
  deps: Pick<Deps, 'transact' | 'now'>,
  actor: UserActor,
  { id, isAnswered }: { id: string; isAnswered: boolean },
): Promise<ContactMessageRow> =>
  deps.transact(async tx => {
    const answer = isAnswered ? { at: deps.now().getTime(), by: actor.name } : null
    const row = await messages.setAnswered(tx, id, answer)
    if (!row) throw new AppError('contact.not_found')
    const action = isAnswered ? 'contact.answered' : 'contact.reopened'
    recordAudit(tx, { action, target: targetOf(row) })
    return row
  })

/** @throws AppError `contact.not_found` */
export const removeMessage = (deps: Pick<Deps, 'transact'>, id: string): Promise<void> =>
  deps.transact(async tx => {
    const row = await messages.deleteMessage(tx, id)
    if (!row) throw new AppError('contact.not_found')
    recordAudit(tx, { action: 'contact.deleted', target: targetOf(row) })
  })

type MessageQuery = Parameters<typeof messages.listMessages>[1]

export const browseMessages = async ({ db }: Pick<Deps, 'db'>, query: MessageQuery) => ({
  ...(await messages.listMessages(db, query)),
  waiting: await messages.countWaiting(db),
})

/** Counts the messages that are not marked as answered. */
export const countWaiting = ({ db }: Pick<Deps, 'db'>): Promise<number> => messages.countWaiting(db)
