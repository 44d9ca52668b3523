import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Id } from './resource.ts'

/** Spec §3, Notification. */
export const CATEGORIES = [
  'gift',
  'team-invitation',
  'subscription-created',
  'billing-alert',
  'insufficient-balance',
  'payment-alert',
  'file-request',
  'remote-upload-done',
] as const
export type Category = (typeof CATEGORIES)[number]

/** What can be told, kept by these names: each has its words at `news.<name>.title` and `news.<name>.text`. */
export const NEWS = [
  'remote_done',
  'remote_failed',
  'team_invitation',
  'files_asked',
  'request_filled',
] as const
export type News = (typeof NEWS)[number]

/** Labels that a notification's button may have. */
export const BUTTONS = [
  'news.button.show',
  'news.button.send_files',
  'news.button.billing',
] as const

/** The pages that a notification leads to, by the names that the specification gives them. */
export const ROUTES = {
  Files: '/platform/files',
  SharedWithMe: '/platform/shared-with-me',
  TeamFolders: '/platform/team-folders',
  Billing: '/user/settings/billing',
} as const

/** `id` is what the page shows; null its top. */
export const pathOfRoute = (route: keyof typeof ROUTES, id: string | null): string =>
  id === null ? ROUTES[route] : `${ROUTES[route]}/${encodeURIComponent(id)}`

const routeNames = Object.keys(ROUTES) as [keyof typeof ROUTES]

/**
 * Spec §3, Notification: what can be done about it. An invitation (`id`) is accepted or declined in the
 * centre itself; a route is a page of the app and what it shows (`id`); a url is a path of this server
 * or an address of another.
 */
export const Action = z.object({
  type: z.enum(['invitation', 'route', 'url']),
  params: z
    .object({
      id: Id,
      route: z.enum(routeNames),
      /** What the button says, in the language of whoever asks. */
      button: z.string(),
      url: z.string(),
      target: z.enum(['blank', 'self']),
    })
    .partial(),
})
export type Action = z.infer<typeof Action>

export const Notification = z.object({
  id: Id,
  type: z.literal('notification'),
  attributes: z.object({
    category: z.enum(CATEGORIES),
    /** In the language of whoever asks. */
    title: z.string(),
    description: z.string(),
    created_at: z.iso.datetime(),
    /** Null: unread. */
    read_at: z.iso.datetime().nullable(),
    action: Action.nullable(),
  }),
})
export type Notification = z.infer<typeof Notification>

/** The latest are kept, so that the centre and the account stay small. */
export const MOST_NOTIFICATIONS = 100
/** Of those that travel with the user, of each sort. */
export const NOTIFICATIONS_WITH_USER = 20

export const listNotifications = endpoint({
  method: 'GET',
  path: '/api/notifications',
  access: 'user',
  summary: "The caller's notifications, the latest first.",
  response: z.object({ data: z.array(Notification), meta: z.object({ unread: z.int() }) }),
})

export const countUnread = endpoint({
  method: 'GET',
  path: '/api/notifications/unread',
  access: 'user',
  summary: 'How many notifications the caller has not seen.',
  response: z.object({ data: z.object({ unread: z.int() }) }),
})

/** Spares what has come since the caller looked; without it there is nothing to spare. */
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
  summary: 'Deletes one notification.',
  params: z.object({ id: Id }),
  status: 204,
})
