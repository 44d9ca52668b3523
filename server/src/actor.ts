import type {
  ShareWithItem,
  UploadRequestRow,
  UploadRequestWithFolder,
} from './db/schema-sharing.ts'

/** A person, by a session of his or by a token. */
export interface UserActor {
  kind: 'user'
  userId: string
  /** Null by a personal access token, and where a job works for him. */
  sessionId: string | null
  role: 'admin' | 'user'
  name: string
  hasTwoFactor: boolean
}

/** Who gets no further, while it is required, than to where he sets his second factor up. */
export const needsTwoFactorSetup = (
  { requiresTwoFactor }: { requiresTwoFactor: boolean },
  { hasTwoFactor }: UserActor,
): boolean => requiresTwoFactor && !hasTwoFactor

/** A person who has signed in. */
export interface SessionActor extends UserActor {
  sessionId: string
}

/** Whoever comes by a link that is good now: all that he may touch hangs below the shared item. */
export interface ShareActor {
  kind: 'share'
  share: ShareWithItem
  /** The browser he comes with, as far as downloads are told apart by it. */
  visitor: string
  /** What it is, in words for the link's owner. */
  device: string | null
  /** Draws cards of links; it takes no contents, which would count as somebody's download. */
  isCrawler: boolean
}

/** Whoever comes by a link whose password he may still have to give. */
export type LockedShareActor = ShareActor & { isUnlocked: boolean }

/** Whoever sends files for a request: what he may touch is what he brought himself. */
export interface RequestActor {
  kind: 'request'
  request: UploadRequestRow & { folder_id: string }
  /** Several people may use one link, and are nothing to each other. */
  guestId: string
}

/** Whoever comes by the link of a request, whatever has become of it. */
export interface RequestLinkActor {
  kind: 'request-link'
  request: UploadRequestWithFolder
  guestId: string
}

/** Whoever may hold or change items. */
export type Actor = UserActor | ShareActor | RequestActor

/** The actor each access level hands to its handlers. */
export interface Actors {
  public: null
  user: UserActor
  admin: UserActor
  /** What is for people alone: ways in, and the safety of the account. */
  session: SessionActor
  setup: null
  /** A link that is good, whether or not its password was given. */
  link: LockedShareActor
  share: ShareActor
  'request-link': RequestLinkActor
  /** A guest of a request that is open. */
  'upload-request': RequestActor
}

/** What uploads and the like are remembered by, so that each finds only his own again. */
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

/** Guests have made nothing that is known by their name. */
export const creatorOf = (actor: Actor): { id: string | null; name: string | null } =>
  actor.kind === 'user' ? { id: actor.userId, name: actor.name } : { id: null, name: null }

/** What is a guest's own is known by this. */
export const requestGuestId = (actor: Actor): string | null =>
  actor.kind === 'request' ? actor.guestId : null

/** Nobody's marks and memberships are looked up for a guest. */
const NO_USER_ID = ''

/** Whose marks and memberships count where something is shown. */
export const viewerOf = (actor: Actor): string =>
  actor.kind === 'user' ? actor.userId : NO_USER_ID
