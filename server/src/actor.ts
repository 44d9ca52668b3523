import type {
  ShareWithItem,
  UploadRequestRow,
  UploadRequestWithFolder,
} from './db/schema-sharing.ts'

/** A user, signed in by a session or an access token. */
export interface UserActor {
  kind: 'user'
  userId: string
  /** Null with a personal access token, and in jobs that run on behalf of the user. */
  sessionId: string | null
  role: 'admin' | 'user'
  name: string
  hasTwoFactor: boolean
  /** Only with a personal access token. */
  tokenName?: string
}

/** Whether the user must set up two-factor sign-in before anything else. */
export const needsTwoFactorSetup = (
  { two_factor_required }: { two_factor_required: boolean },
  { hasTwoFactor }: UserActor,
): boolean => two_factor_required && !hasTwoFactor

/** A user who is signed in with a session. */
export interface SessionActor extends UserActor {
  sessionId: string
  /** When the user last signed in or reauthenticated in this session; milliseconds. */
  authenticatedAt: number
}

/**
 * A guest of a share that is open and unlocked; their access is limited to the shared item and its
 * descendants.
 */
export interface ShareActor {
  kind: 'share'
  share: ShareWithItem
  /** Identifies the browser for counting downloads. */
  visitor: string
  /** Whether the browser has sent its cookie; without one, several guests may be the same visitor. */
  isRecognized: boolean
  /** Name of the device, shown to the share's owner. */
  device: string | null
  /** Link preview crawlers get no contents, because those would count as downloads. */
  isCrawler: boolean
}

/** A guest of a share who may not have entered its password yet. */
export type LockedShareActor = ShareActor & { isUnlocked: boolean }

/** A guest of an upload request; their access is limited to the items they uploaded. */
export interface RequestActor {
  kind: 'request'
  request: UploadRequestRow & { folder_id: string }
  /** Distinguishes the guests of one link, who do not see each other's files. */
  guestId: string
  /** Whether the guest's browser has sent its cookie; without one, the guest id is a new one. */
  isRecognized: boolean
}

/** A guest with the link of an upload request, open or not. */
export interface RequestLinkActor {
  kind: 'request-link'
  request: UploadRequestWithFolder
  guestId: string
  /** Identifies the guest's browser to all requests; null when recognized by a cookie for this one. */
  browserId: string | null
  isRecognized: boolean
}

/** An actor that can access items. */
export type Actor = UserActor | ShareActor | RequestActor

/** The actor that handlers of each access level receive. */
export interface Actors {
  public: null
  user: UserActor
  admin: UserActor
  /** Requires a session, not an access token: sign-in methods and account security. */
  session: SessionActor
  setup: null
  /** An open share, unlocked or not. */
  link: LockedShareActor
  share: ShareActor
  'request-link': RequestLinkActor
  /** A guest of an open upload request. */
  'upload-request': RequestActor
  gateway: null
}

/** The key under which an actor's uploads and selections are stored. */
export function actorKey(actor: Actor): string {
  switch (actor.kind) {
    case 'user':
      return actor.userId
    case 'share':
      return `share:${actor.share.id}`
    case 'request':
      return `request:${actor.request.id}:${actor.guestId}`
  }
}

/** The creator recorded on items; null for guests. */
export const creatorOf = (actor: Actor): { id: string | null; name: string | null } =>
  actor.kind === 'user' ? { id: actor.userId, name: actor.name } : { id: null, name: null }

/** The guest id recorded on items; null for everyone but guests of upload requests. */
export const requestGuestId = (actor: Actor): string | null =>
  actor.kind === 'request' ? actor.guestId : null

/** Whether the user of a request is signed in with a session. */
export const isSessionActor = (actor: Actors[keyof Actors]): actor is SessionActor =>
  actor !== null && actor.kind === 'user' && actor.sessionId !== null

/** Matches no rows: guests have no favourites and memberships. */
const NO_USER_ID = ''

/** The user whose favourites and memberships a listing includes. */
export const viewerOf = (actor: Actor): string =>
  actor.kind === 'user' ? actor.userId : NO_USER_ID
