import { notifications as contract } from '@coffer/contract'
import type { Deps } from '../../deps.ts'
import { localeOf } from '../../http/preferred-language.ts'
import type { Route } from '../../http/route.ts'
import { presentNotification } from './notifications.presenter.ts'
import {
  countUnread,
  deleteAll,
  deleteOne,
  listNotifications,
  markAllRead,
} from './notifications.service.ts'

export function notificationsRoutes(route: Route, deps: Deps): void {
  route(contract.listNotifications, async ({ actor }, { request }) => {
    const locale = localeOf(request)
    const rows = await listNotifications(deps, actor)
    const unread = rows.filter(row => row.read_at === null).length
    return { data: rows.map(row => presentNotification(row, locale)), meta: { unread } }
  })

  route(contract.countUnread, async ({ actor }) => ({
    data: { unread: await countUnread(deps, actor) },
  }))

  route(contract.readNotifications, async ({ actor, query }) => {
    await markAllRead(deps, actor, query.until)
    return undefined
  })

  route(contract.deleteNotifications, async ({ actor, query }) => {
    await deleteAll(deps, actor, query.until)
    return undefined
  })

  route(contract.deleteNotification, async ({ actor, params }) => {
    await deleteOne(deps, actor, params.id)
    return undefined
  })
}
