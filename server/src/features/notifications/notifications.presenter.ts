import type { Locale } from '@coffer/contract'
import type { Action, Notification } from '@coffer/contract/notification'
import type { NotificationRow } from '../../db/schema.ts'
import { translate, translateCount } from '../../lib/translate.ts'
import { type StoredAction, toneOf } from './notifications.rules.ts'

const presentAction = (action: StoredAction, locale: Locale): Action => {
  switch (action.type) {
    case 'invitation':
      return { type: 'invitation', params: { id: action.id } }
    case 'route': {
      const { id, route, button } = action
      const params = { route, button: translate(locale, button) }
      return { type: 'route', params: id === null ? params : { ...params, id } }
    }
    case 'url': {
      const { url, target, button } = action
      return { type: 'url', params: { url, target, button: translate(locale, button) } }
    }
  }
}

/** Translates a stored notification into the reader's language. */
export function presentNotification(row: NotificationRow, locale: Locale): Notification {
  const params = JSON.parse(row.params) as Record<string, string | number>
  return {
    id: row.id,
    type: 'notification',
    attributes: {
      category: row.category,
      tone: toneOf(row.type),
      title: translateCount(locale, `notification.${row.type}.title`, params),
      description: translateCount(locale, `notification.${row.type}.text`, params),
      created_at: new Date(Number(row.created_at)).toISOString(),
      read_at: row.read_at === null ? null : new Date(Number(row.read_at)).toISOString(),
      action: row.action === null ? null : presentAction(JSON.parse(row.action), locale),
    },
  }
}
