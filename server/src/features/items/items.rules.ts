import type { Abilities } from '@coffer/contract/items'
import type { Actor, UserActor } from '../../actor.ts'

export interface AccessItem {
  id: string
  owner_id: string
  parent_id: string | null
  type: 'file' | 'folder'
  trashed_at: number | null
  /** The team folder that it is or lies in, and what whoever asks may do there as a member. */
  team_id: string | null
  team_permission: 'can_edit' | 'can_view' | null
  guest_id: string | null
}

/** An item followed by every folder above it; the owner's home comes last. Empty: no such item. */
export type Ancestors = readonly AccessItem[]

const NOTHING: Abilities = {
  add: false,
  edit: false,
  move: false,
  remove: false,
  purge: false,
  download: false,
  share: false,
}

/** A home folder is a place to put things, never a thing to be shown, moved or removed. */
export const isHome = (item: Pick<AccessItem, 'parent_id'>): boolean => item.parent_id === null

/** From the least to the most: an admin sees, viewers look, editors change, owners do everything. */
type Grant = 'none' | 'see' | 'view' | 'edit' | 'own'

/** What somebody may do with an item, given that it lies where he may be. */
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

/** The top of what somebody was let into: a place to put things that stays what and where it is. */
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
 * The one rule that decides who may act on what, for an item that lies where the actor may be:
 * `visibleAncestors` tells whether it does.
 */
export function abilitiesWithin(actor: Actor, item: AccessItem): Abilities {
  const grant = grantOn(actor, item)
  const isLive = item.trashed_at === null
  const isPlace = isLive && item.type === 'folder'
  const isFixed = isHome(item) || isAccessRoot(actor, item)
  switch (grant) {
    case 'own':
      return {
        add: isPlace,
        edit: isLive && !isFixed,
        // Team folders live at the root.
        move: isLive && !isFixed && item.id !== item.team_id,
        remove: !isFixed,
        purge: !isFixed,
        download: true,
        share: isLive && !isFixed,
      }
    case 'edit':
      return {
        add: isPlace,
        edit: isLive && !isFixed,
        move: isLive && !isFixed,
        remove: !isFixed,
        // What a guest brought for a request he may take back.
        purge: actor.kind === 'request' && !isFixed,
        download: isLive,
        share: false,
      }
    case 'view':
      return { ...NOTHING, download: isLive }
    default:
      return NOTHING
  }
}

/** From the item up to where the actor came in; empty when it lies elsewhere. */
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
      const isOwn = (one: AccessItem) => one.guest_id === actor.guestId
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
      // Trashed things are their owner's; editors can take back what they removed.
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

/** Whether somebody meets an item by its name: guests of one request know nothing of each other's. */
export const isVisibleTo = (actor: Actor, item: Pick<AccessItem, 'guest_id'>): boolean =>
  actor.kind !== 'request' || item.guest_id === actor.guestId

/** A folder can go anywhere but into itself or below itself. */
export const isDescendantOf = (destination: Ancestors, itemId: string): boolean =>
  destination.some(folder => folder.id === itemId)

/** What lies in a team folder is its owner's: nobody else takes it out. */
export const canLeaveTeam = (
  actor: Actor,
  item: Pick<AccessItem, 'owner_id' | 'team_id'>,
  folder: Pick<AccessItem, 'team_id'>,
): boolean =>
  item.team_id === null ||
  item.team_id === folder.team_id ||
  (actor.kind === 'user' && actor.userId === item.owner_id)

/** A kind and a name: what decides whether an item can take another one's place. */
export interface NamedItem {
  id: string
  team_id: string | null
  type: 'file' | 'folder'
  name_key: string
}

const isTeamTop = (item: Pick<AccessItem, 'id' | 'team_id'>): boolean => item.id === item.team_id

/**
 * Whether an item can be put over what has its name. A folder can't go into one that it lies in, and
 * team folders become one with nothing.
 */
export const canReplace = (
  [item, ...above]: Ancestors,
  existing: Pick<NamedItem, 'id' | 'type' | 'team_id'>,
): boolean =>
  item?.type === existing.type &&
  !isTeamTop(item) &&
  !isTeamTop(existing) &&
  !above.some(folder => folder.id === existing.id)

interface TransferItem {
  item: { id: string; name_key: string }
  ancestors: Ancestors
}

/**
 * Items that can be put over others at the same time: no two of one name, and none that lies in
 * another one or in what another one is put over. Where any do, each goes alone, the deepest first.
 */
export function independentBatches<P extends TransferItem>(
  placeable: readonly P[],
  existing: readonly { id: string }[],
): P[][] {
  const involved = new Set([...placeable.map(({ item }) => item.id), ...existing.map(it => it.id)])
  const isTangled = placeable.some(({ ancestors }) =>
    ancestors.slice(1).some(one => involved.has(one.id)),
  )
  if (isTangled)
    return [...placeable].sort((a, b) => b.ancestors.length - a.ancestors.length).map(one => [one])
  const rounds: P[][] = []
  for (const namesakes of Map.groupBy(placeable, ({ item }) => item.name_key).values())
    for (const [number, one] of namesakes.entries()) {
      const round = rounds[number] ?? []
      rounds[number] = round
      round.push(one)
    }
  return rounds
}
