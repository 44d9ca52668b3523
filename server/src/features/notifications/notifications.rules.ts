import { FAILED_LINKS } from '@coffer/contract/constants'
import type { Notification, RouteName } from '@coffer/contract/notification'
import { ACCOUNT_ALERTS, type BUTTONS, type NotificationType } from '@coffer/contract/notifications'

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

/**
 * Types that report a failure, a debt or a lost right. Changes of the account's security are among
 * them, because an attacker may have made them.
 */
const DANGER_TYPES: ReadonlySet<NotificationType> = new Set([
  ...ACCOUNT_ALERTS,
  'remote_uploads_failed',
  'share_password_attempts',
  'role_user',
  'team_removed',
  'account_suspended',
  'data_export_failed',
  'second_subscription_refunded',
  'late_payment_refunded',
  'unoffered_purchase_refunded',
  'refund_to_balance',
  'subscription_ended_unpaid',
  'payment_needs_confirmation',
  'renewal_failed',
  'payment_refused',
  'plan_change_declined',
  'plan_change_expired',
  'payment_failed_first',
  'payment_failed_second',
  'payment_failed_restricted',
  'balance_low_first',
  'balance_low_second',
  'balance_low_restricted',
  'new_account_limit_first',
  'new_account_limit_second',
  'new_account_limit_restricted',
  'billing_alert_reached',
  'spending_cap_near',
  'spending_cap_reached',
  'spending_limits_removed',
])

/** Returns how the toast of a notification looks. */
export const toneOf = (type: NotificationType): Notification['attributes']['tone'] =>
  DANGER_TYPES.has(type) ? 'danger' : 'success'

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
