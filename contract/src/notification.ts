import { z } from 'zod'
import { Id } from './resource.ts'

/** NOTIF-1; the last four are Coffer's additions. */
const CATEGORIES = [
  'gift',
  'team-invitation',
  'subscription-created',
  'billing-alert',
  'insufficient-balance',
  'payment-alert',
  'file-request',
  'remote-upload-done',
  'link-alert',
  'account-alert',
  'sign-in-alert',
  'data-export',
] as const
export type Category = (typeof CATEGORIES)[number]

/**
 * Pages that a notification links to, by the names of the specification. The list of failed files
 * from links is an addition.
 */
const ROUTES = ['Files', 'FailedLinks', 'SharedWithMe', 'TeamFolders', 'Billing'] as const
export type RouteName = (typeof ROUTES)[number]

/**
 * NOTIF-2: action of a notification. An invitation (`id`) is accepted or declined in the
 * centre itself; a route is a page of the app with its `id`; a url is a path of this server
 * or an external URL.
 */
export const Action = z.object({
  type: z.enum(['invitation', 'route', 'url']),
  params: z
    .object({
      id: Id,
      route: z.enum(ROUTES),
      /** Button label in the language of the caller. */
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
    /** Of its toast. */
    tone: z.enum(['success', 'danger']),
    /** In the language of the caller. */
    title: z.string(),
    description: z.string(),
    created_at: z.iso.datetime(),
    /** Null: unread. */
    read_at: z.iso.datetime().nullable(),
    action: Action.nullable(),
  }),
})
export type Notification = z.infer<typeof Notification>
