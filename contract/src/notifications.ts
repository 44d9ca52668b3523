import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Notification } from './notification.ts'
import { Id } from './resource.ts'

/** Notification types about sign-in methods of an account. */
export const ACCOUNT_ALERTS = [
  'password_changed',
  'two_factor_on',
  'two_factor_off',
  'recovery_codes_renewed',
  'recovery_code_used',
  'provider_linked',
  'provider_unlinked',
  'passkey_added',
  'passkey_removed',
  'token_created',
  'token_revoked',
  'tokens_revoked',
  'new_device',
] as const
export type AccountAlert = (typeof ACCOUNT_ALERTS)[number]

/** Notification types; texts are at `notification.<type>.title` and `notification.<type>.text`. */
export const NOTIFICATION_TYPES = [
  'remote_uploads_done',
  'remote_uploads_failed',
  'team_invitation',
  'team_invitation_accepted',
  'team_invitation_declined',
  'files_requested',
  'upload_request_completed',
  'upload_request_incomplete',
  'upload_request_unused',
  'share_password_attempts',
  ...ACCOUNT_ALERTS,
  'team_removed',
  'role_admin',
  'role_user',
  'email_change_requested',
  'email_changed',
  'account_suspended',
  'account_reactivated',
  'balance_credited',
  'data_export_ready',
  'data_export_failed',
  'subscription_started',
  'second_subscription_refunded',
  'late_payment_refunded',
  'unoffered_purchase_refunded',
  'refund_to_balance',
  'subscription_ended_unpaid',
  'renewal_upcoming',
  'usage_charge_upcoming',
  'plan_terms_changed',
  'payment_needs_confirmation',
  'renewal_failed',
  'plan_change_declined',
  'plan_change_expired',
  'payment_refused',
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
] as const
export type NotificationType = (typeof NOTIFICATION_TYPES)[number]

/** Button labels of notifications. */
export const BUTTONS = [
  'notification.button.show',
  'notification.button.open',
  'notification.button.details',
  'notification.button.send_files',
  'notification.button.billing',
  'notification.button.review',
] as const

/** Only the latest are kept, to bound the size of lists. */
export const MAX_NOTIFICATIONS = 100
/** Notifications of each list in the user response. */
export const NOTIFICATIONS_WITH_USER = 20

export const listNotifications = endpoint({
  method: 'GET',
  path: '/api/notifications',
  access: 'user',
  summary: "Lists the caller's notifications, newest first.",
  response: z.object({ data: z.array(Notification), meta: z.object({ unread: z.int() }) }),
})

export const countUnread = endpoint({
  method: 'GET',
  path: '/api/notifications/unread',
  access: 'user',
  summary: "Counts the caller's unseen notifications.",
  response: z.object({ data: z.object({ unread: z.int() }) }),
})

/** Keeps notifications that arrived after this time; without it all are deleted. */
const UntilQuery = z.object({ until: z.iso.datetime().optional() })

export const readNotifications = endpoint({
  method: 'POST',
  path: '/api/notifications/read',
  access: 'user',
  summary: "Marks all of the caller's notifications as read.",
  query: UntilQuery,
  status: 204,
})

export const deleteNotifications = endpoint({
  method: 'DELETE',
  path: '/api/notifications',
  access: 'user',
  summary: "Deletes all of the caller's notifications.",
  query: UntilQuery,
  status: 204,
})

export const deleteNotification = endpoint({
  method: 'DELETE',
  path: '/api/notifications/:id',
  access: 'user',
  summary: 'Deletes a notification.',
  params: z.object({ id: Id }),
  status: 204,
})
