import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Id } from './resource.ts'

/** Null stands for the receiver's home, as everywhere. */
const FolderId = Id.nullable()

/** REMOTE-3: progress of the links that were submitted together. */
export const RemoteProgress = z.object({
  total: z.int(),
  /** Kept or failed. */
  processed: z.int(),
  failed: z.int(),
  /** What is being fetched right now. */
  current: z
    .object({
      /** Null until the other side has answered. */
      name: z.string().nullable(),
      url: z.string(),
      received_bytes: z.int(),
      /** Null when the other side does not say. */
      size_bytes: z.int().nullable(),
    })
    .nullable(),
})
export type RemoteProgress = z.infer<typeof RemoteProgress>

/**
 * What the channel of a person carries (HTTP-19). An event says what to look at again and
 * carries hardly anything itself: whoever missed some of them refetches, and lacks nothing.
 */
export const LiveEvent = z.discriminatedUnion('type', [
  /** Something was put into these folders, taken out or renamed there. */
  z.object({ type: z.literal('folders.changed'), folder_ids: z.array(FolderId) }),
  z.object({ type: z.literal('item.changed'), item_id: Id, parent_id: FolderId }),
  /** Folders came, went or look different: the folder tree is another one. */
  z.object({ type: z.literal('tree.changed') }),
  /** The trash holds other things than before. */
  z.object({ type: z.literal('trash.changed') }),
  /** How far the emptying of a large trash is; it is over when all is done. */
  z.object({ type: z.literal('trash.progress'), total: z.int(), done: z.int() }),
  /** How far the archive of the person's data is, or that it is ready or gone. */
  z.object({ type: z.literal('data_export.changed') }),
  /** An upload in several parts has begun, has become a file, or was given up. */
  z.object({ type: z.literal('uploads.changed') }),
  /** How far the files from links are, and the one that has just come. None are left when total is 0. */
  z.object({
    type: z.literal('remote.progress'),
    ...RemoteProgress.shape,
    file: z.object({ id: Id, name: z.string(), parent_id: FolderId }).nullable(),
  }),
  /** Storage used, settings or rights of the account. */
  z.object({ type: z.literal('account.changed') }),
  /** Somebody came into a team folder of the person's, left it, or may do other things in it. */
  z.object({ type: z.literal('teams.changed') }),
  /** Something new to be told, or something was read or cleared away elsewhere. */
  z.object({ type: z.literal('notifications.changed') }),
  /** From time to time, so that a page notices when its connection leads nowhere. */
  z.object({ type: z.literal('alive') }),
  /** Events may have been lost: everything shown is looked at again. */
  z.object({ type: z.literal('refresh') }),
  /** What the test of the connection waits for. */
  z.object({ type: z.literal('connection.tested') }),
])
export type LiveEvent = z.infer<typeof LiveEvent>
export type LiveEventOf<T extends LiveEvent['type']> = Extract<LiveEvent, { type: T }>

/** Where the channel is; a websocket, so it is no endpoint like the others. */
export const LIVE_PATH = '/api/live'
/** Names the page that makes a call, so that it is not told of what it did itself. */
export const CLIENT_HEADER = 'x-client-id'
/** Names the page that opens a channel. */
export const PageQuery = z.object({ page: Id })

/** Codes with which a channel ends for good (4000 to 4999 are an application's own). */
export const CLOSE_SIGNED_OUT = 4401

export const testWebsockets = endpoint({
  method: 'POST',
  path: '/api/admin/test-websockets',
  access: 'admin',
  summary: "Sends a test event to the caller's channel.",
  status: 204,
})
