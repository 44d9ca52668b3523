import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Id } from './resource.ts'

/** Null is the home of the receiver. */
const FolderId = Id.nullable()

/** REMOTE-3: progress of links that were submitted together. */
export const RemoteProgress = z.object({
  total: z.int(),
  /** Finished or failed. */
  processed: z.int(),
  failed: z.int(),
  /** The file being fetched. */
  current: z
    .object({
      /** Null until the site has answered. */
      name: z.string().nullable(),
      url: z.string(),
      received_bytes: z.int(),
      /** Null if the site does not send a size. */
      size_bytes: z.int().nullable(),
    })
    .nullable(),
})
export type RemoteProgress = z.infer<typeof RemoteProgress>

/**
 * Events of a user's channel (HTTP-19). An event says what to refetch and carries hardly any
 * data, so a client that missed events only has to refetch.
 */
export const LiveEvent = z.discriminatedUnion('type', [
  /** Items were added to, removed from or renamed in these folders. */
  z.object({ type: z.literal('folders.changed'), folder_ids: z.array(FolderId) }),
  z.object({ type: z.literal('item.changed'), item_id: Id, parent_id: FolderId }),
  /** The folder tree changed: folders were added, removed or changed. */
  z.object({ type: z.literal('tree.changed') }),
  /** The contents of the trash changed. */
  z.object({ type: z.literal('trash.changed') }),
  /** Progress of emptying a large trash. */
  z.object({ type: z.literal('trash.progress'), total: z.int(), done: z.int() }),
  /** Progress of the data export, or that it is ready or deleted. */
  z.object({ type: z.literal('data_export.changed') }),
  /** A chunked upload started, finished or was cancelled. */
  z.object({ type: z.literal('uploads.changed') }),
  /** Progress of files from links, with the last finished one. `total` 0 means none are left. */
  z.object({
    type: z.literal('remote.progress'),
    ...RemoteProgress.shape,
    file: z.object({ id: Id, name: z.string(), parent_id: FolderId }).nullable(),
  }),
  /** Storage use, settings or rights of the account changed. */
  z.object({ type: z.literal('account.changed') }),
  /** Members or permissions of a team folder changed. */
  z.object({ type: z.literal('teams.changed') }),
  /** Notifications were added, read or deleted. */
  z.object({ type: z.literal('notifications.changed') }),
  /** Sent at intervals so that a page notices a dead connection. */
  z.object({ type: z.literal('alive') }),
  /**
   * Events may have been lost: the page refetches everything it shows. With `within_ms` all pages get
   * the event at once, and each waits for a random time of at most so many milliseconds.
   */
  z.object({ type: z.literal('refresh'), within_ms: z.int().nonnegative().optional() }),
  /** Answer to the connection test. */
  z.object({ type: z.literal('connection.tested') }),
])
export type LiveEvent = z.infer<typeof LiveEvent>
export type LiveEventOf<T extends LiveEvent['type']> = Extract<LiveEvent, { type: T }>

/** Path of the channel; a websocket, so it is not an `Endpoint`. */
export const LIVE_PATH = '/api/live'
/** The page that opens a channel. */
export const PageQuery = z.object({
  page: Id,
  /**
   * Time in ms since the page began to load. If events may have come since then, the page gets a
   * `refresh`. A page that reconnects sends none, because it refetches in any case.
   */
  age: z.coerce.number().int().min(0).optional(),
})

/** Close codes after which the client does not reconnect (4000 to 4999 are application-defined). */
export const CLOSE_SIGNED_OUT = 4401

export const testWebsockets = endpoint({
  method: 'POST',
  path: '/api/admin/test-websockets',
  access: 'admin',
  summary: "Sends a test event to the caller's channel.",
  status: 204,
})
