import { contact as contract, contactInbox as inbox } from '@coffer/contract'
import { presentAdminList } from '@coffer/contract/admin-list'
import type { InboxMessage } from '@coffer/contract/contact-inbox'
import type { Deps } from '../../deps.ts'
import { byIp, limitAttempts } from '../../http/rate-limits.ts'
import type { Route } from '../../http/route.ts'
import { requireHuman } from '../bot-check/index.ts'
import {
  browseMessages,
  type ContactMessage,
  changeMessage,
  countWaiting,
  notifyAdministrators,
  removeMessage,
} from './contact.service.ts'

type ContactRoutesDeps = Pick<
  Deps,
  'db' | 'transact' | 'jobs' | 'now' | 'newId' | 'config' | 'secret' | 'log' | 'settings'
>

export function contactRoutes(route: Route, deps: ContactRoutesDeps): void {
  route(contract.contactAdministrators, async ({ body }, { request }) => {
    await limitAttempts(deps, [
      byIp('contact by ip', request.ip),
      // A total limit protects the mailboxes from many senders at once.
      { limit: 'contact by all', key: '' },
    ])
    await requireHuman(deps, body.recaptcha, 'contact')
    await notifyAdministrators(deps, body)
    return undefined
  })

  inboxRoutes(route, deps)
}

const toIso = (millis: number): string => new Date(Number(millis)).toISOString()

const presentMessage = (row: ContactMessage): InboxMessage => ({
  id: row.id,
  type: 'contact-message',
  attributes: {
    email: row.email,
    message: row.message,
    created_at: toIso(row.created_at),
    answered_at: row.answered_at === null ? null : toIso(row.answered_at),
    answered_by: row.answered_by,
  },
})

function inboxRoutes(route: Route, deps: ContactRoutesDeps): void {
  route(inbox.listMessages, async ({ query }) => {
    const { rows, total, waiting } = await browseMessages(deps, query)
    const meta = { ...presentAdminList(query, total, rows.length), waiting }
    return { data: rows.map(presentMessage), meta }
  })

  route(inbox.countMessages, async () => ({ data: { waiting: await countWaiting(deps) } }))

  route(inbox.updateMessage, async ({ params, body, actor }) => {
    const change = { id: params.id, isAnswered: body.is_answered }
    return { data: presentMessage(await changeMessage(deps, actor, change)) }
  })

  route(inbox.deleteMessage, async ({ params }) => {
    await removeMessage(deps, params.id)
    return undefined
  })
}
