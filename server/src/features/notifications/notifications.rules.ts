import { FAILED_LINKS } from '@coffer/contract/constants'
import type { RouteName } from '@coffer/contract/notification'
import type { BUTTONS } from '@coffer/contract/notifications'

type Button = (typeof BUTTONS)[number]

/** A notification's action as stored: the button is a text key, translated when read. */
export type StoredAction =
  | { type: 'invitation'; id: string }
  | { type: 'route'; route: RouteName; id: string | null; button: Button }
  | { type: 'url'; url: string; target: 'blank' | 'self'; button: Button }

/** Leads to the billing page of the user. */
export const TO_BILLING = {
  type: 'route',
  route: 'Billing',
  id: null,
  button: 'notification.button.billing',
} as const satisfies StoredAction

const PATHS: Record<RouteName, string> = {
  Files: '/platform/files',
  FailedLinks: `/platform/files#${FAILED_LINKS}`,
  SharedWithMe: '/platform/shared-with-me',
  TeamFolders: '/platform/team-folders',
  Billing: '/user/settings/billing',
}

/** Returns the button for the email; only links to this server are included. */
export function buttonOf(action: StoredAction | null): { button: Button; path: string } | null {
  if (action?.type === 'route')
    return {
      button: action.button,
      path: [PATHS[action.route], action.id].filter(Boolean).join('/'),
    }
  if (action?.type === 'url' && action.url.startsWith('/'))
    return { button: action.button, path: action.url }
  return null
}
