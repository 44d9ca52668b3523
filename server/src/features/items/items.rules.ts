import type { Abilities } from '@coffer/contract/items'
import type { Actor, UserActor } from '../../actor.ts'

export interface AccessItem {
  id: string
  owner_id: string
  parent_id: string | null
  type: 'file' | 'folder'
  trashed_at: number | null
  /** The team folder that the item is or lies in, and the actor's permission in it as a member. */
  team_id: string | null
  team_permission: 'can_edit' | 'can_view' | null
  guest_id: string | null
}

/**
 * An item followed by every folder above it, ending with its owner's home. Empty when it does not
 * exist.
 */
export type Ancestors = readonly AccessItem[]

const NO_ABILITIES: Abilities = {
  add: false,
  edit: false,
  move: false,
  remove: false,
  purge: false,
  download: false,
  share: false,
}

/** A home is a container only: it is never listed, moved or removed. */
export const isHome = (item: Pick<AccessItem, 'parent_id'>): boolean => item.parent_id === null

/** In ascending order: admins see, viewers view, editors edit, owners own. */
type Grant = 'none' | 'see' | 'view' | 'edit' | 'own'

/** The actor's grant on an item, provided that the item lies within their access root. */
function grantOn(actor: Actor, item: AccessItem): Grant {
  switch (actor.kind) {
    case 'user':
      if (item.owner_id === actor.userId) return 'own'
      if (item.team_permission) return item.team_permission === 'can_edit' ? 'edit' : 'view'
      return actor.role === 'admin' ? 'see' : 'none'
    case 'share':
      return actor.share.permission === 'editor' ? 'edit' : 'view'
    case 'request':
      return 'edit'
  }
}

/** Whether the actor's access begins at this folder. They cannot rename, move or remove it. */
export function isAccessRoot(actor: Actor, item: AccessItem): boolean {
  switch (actor.kind) {
    case 'user':
      return item.id === item.team_id && item.owner_id !== actor.userId
    case 'share':
      return item.id === actor.share.item_id
    case 'request':
      return item.id === actor.request.folder_id
  }
}

/**
 * Returns what the actor may do with an item that is visible to them. This is the only rule for
 * rights; `visibleAncestors` decides whether the item is visible.
 */
export function abilitiesWithin(actor: Actor, item: AccessItem): Abilities {
  const grant = grantOn(actor, item)
  const isLive = item.trashed_at === null
  const isLiveFolder = isLive && item.type === 'folder'
  const isFixed = isHome(item) || isAccessRoot(actor, item)
  switch (grant) {
    case 'own':
      return {
        add: isLiveFolder,
        edit: isLive && !isFixed,
        // Team folders stay at the root.
        move: isLive && !isFixed && item.id !== item.team_id,
        remove: !isFixed,
        purge: !isFixed,
        download: true,
        share: isLive && !isFixed,
      }
    case 'edit':
      return {
        add: isLiveFolder,
        edit: isLive && !isFixed,
        move: isLive && !isFixed,
        remove: !isFixed,
        // Guests of a request may delete what they uploaded.
        purge: actor.kind === 'request' && !isFixed,
        download: isLive,
        share: false,
      }
    case 'view':
      return { ...NO_ABILITIES, download: isLive }
    default:
      return NO_ABILITIES
  }
}

/**
 * Whether an admin may restore or delete an item that is in another user's trash. They see that it
 * exists and where it lies, but never open it.
 */
export const canAdministerTrash = (actor: UserActor, item: AccessItem): boolean =>
  actor.role === 'admin' && item.trashed_at !== null && !isHome(item)

/**
 * Returns the ancestors from the item up to the actor's access root; empty when the item is not
 * visible.
 */
export function visibleAncestors<L extends AccessItem>(actor: Actor, ancestors: readonly L[]): L[] {
  const [item] = ancestors
  if (!item) return []
  switch (actor.kind) {
    case 'user':
      return visibleAncestorsOfUser(actor, item, ancestors)
    case 'share':
      return item.trashed_at === null ? upTo(ancestors, actor.share.item_id) : []
    case 'request': {
      const visible = item.trashed_at === null ? upTo(ancestors, actor.request.folder_id) : []
      const isOwn = (item: AccessItem) => item.guest_id === actor.guestId
      return visible.slice(0, -1).every(isOwn) ? visible : []
    }
  }
}

function visibleAncestorsOfUser<L extends AccessItem>(
  actor: UserActor,
  item: L,
  ancestors: readonly L[],
): L[] {
  switch (grantOn(actor, item)) {
    case 'own':
    case 'see':
      return [...ancestors]
    case 'edit':
      // Editors also see trashed items, so that they can restore what they removed.
      return upTo(ancestors, item.team_id)
    case 'view':
      return item.trashed_at === null ? upTo(ancestors, item.team_id) : []
    case 'none':
      return []
  }
}

function upTo<L extends AccessItem>(ancestors: readonly L[], id: string | null): L[] {
  const index = ancestors.findIndex(item => item.id === id)
  return index === -1 ? [] : ancestors.slice(0, index + 1)
}

/**
 * Whether the actor may know that the item exists. Guests of a request do not see each other's
 * items.
 */
export const isVisibleTo = (actor: Actor, item: Pick<AccessItem, 'guest_id'>): boolean =>
  actor.kind !== 'request' || item.guest_id === actor.guestId

/** Whether a destination is the item itself or lies below it. */
export const isDescendantOf = (destination: Ancestors, itemId: string): boolean =>
  destination.some(folder => folder.id === itemId)

/**
 * Whether the actor may move the item to the folder: only owners move items out of a team folder.
 */
export const canLeaveTeam = (
  actor: Actor,
  item: Pick<AccessItem, 'owner_id' | 'team_id'>,
  folder: Pick<AccessItem, 'team_id'>,
): boolean =>
  item.team_id === null ||
  item.team_id === folder.team_id ||
  (actor.kind === 'user' && actor.userId === item.owner_id)

/** The fields that decide whether an item can replace another one of the same name. */
export interface NamedItem {
  id: string
  team_id: string | null
  type: 'file' | 'folder'
  name_key: string
}

const isTeamFolder = (item: Pick<AccessItem, 'id' | 'team_id'>): boolean => item.id === item.team_id

/**
 * Whether an item can replace an existing one of the same name. A folder cannot replace one of its
 * ancestors, and team folders are never merged.
 */
export const canReplace = (
  [item, ...above]: Ancestors,
  existing: Pick<NamedItem, 'id' | 'type' | 'team_id'>,
): boolean =>
  item?.type === existing.type &&
  !isTeamFolder(item) &&
  !isTeamFolder(existing) &&
  !above.some(folder => folder.id === existing.id)

interface TransferItem {
  item: { id: string; name_key: string }
  ancestors: Ancestors
}

/**
 * Groups items into batches that can be replaced at the same time: a batch has no two items of the
 * same name. When an item lies in another one or in a replaced folder, each item is a batch of its
 * own, deepest first.
 */
export function independentBatches<P extends TransferItem>(
  transfers: readonly P[],
  existing: readonly { id: string }[],
): P[][] {
  const involved = new Set([...transfers.map(({ item }) => item.id), ...existing.map(it => it.id)])
  const isNested = transfers.some(({ ancestors }) =>
    ancestors.slice(1).some(item => involved.has(item.id)),
  )
  if (isNested)
    return [...transfers]
      .sort((a, b) => b.ancestors.length - a.ancestors.length)
      .map(item => [item])
  const batches: P[][] = []
  for (const namesakes of Map.groupBy(transfers, ({ item }) => item.name_key).values())
    for (const [number, item] of namesakes.entries()) {
      const batch = batches[number] ?? []
      batches[number] = batch
      batch.push(item)
    }
  return batches
}
