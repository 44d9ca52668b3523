import type { Abilities } from '@coffer/contract/items'
import type { Actor } from '../../actor.ts'

export interface LineItem {
  id: string
  owner_id: string
  parent_id: string | null
  type: 'file' | 'folder'
  trashed_at: number | null
}

/** An item followed by every folder above it; the owner's home comes last. Empty: no such item. */
export type Line = readonly LineItem[]

const NOTHING: Abilities = { edit: false, move: false, remove: false, download: false }

/** A home folder is a place to put things, never a thing to be shown, moved or removed. */
export const isHome = (item: Pick<LineItem, 'parent_id'>): boolean => item.parent_id === null

/** The one rule that decides who may act on what. Team folders and links are further cases of it. */
export function abilitiesOn(actor: Actor, line: Line): Abilities {
  const [item] = line
  if (!item || !isOwn(actor, line)) return NOTHING
  const isLive = item.trashed_at === null
  return { edit: isLive, move: isLive && !isHome(item), remove: !isHome(item), download: true }
}

const isOwn = (actor: Actor, [item]: Line): boolean => item?.owner_id === actor.userId

/** An admin sees that other people's items exist and where they lie, and can do nothing to them. */
export function maySee(actor: Actor, line: Line): boolean {
  switch (actor.kind) {
    case 'user':
      return isOwn(actor, line) || (actor.role === 'admin' && line.length > 0)
  }
}

/** Whose open pages show an item: those of everybody who may see it. */
export const audienceOf = (line: Line): string[] => line.slice(0, 1).map(item => item.owner_id)

/** A folder can go anywhere but into itself or below itself. */
export const liesWithin = (destination: Line, itemId: string): boolean =>
  destination.some(folder => folder.id === itemId)

/** A kind and a name: what decides whether an item can take another one's place. */
export interface Named {
  id: string
  type: 'file' | 'folder'
  name_key: string
}

/** Whether an item can be put over what has its name. A folder can't go into one that it lies in. */
export const canReplace = ([item, ...above]: Line, existing: Pick<Named, 'id' | 'type'>): boolean =>
  item?.type === existing.type && !above.some(folder => folder.id === existing.id)

interface Placeable {
  item: { id: string; name_key: string }
  line: Line
}

/**
 * Items that can be put over others at the same time: no two of one name, and none that lies in
 * another one or in what another one is put over. Where any do, each goes alone, the deepest first.
 */
export function roundsOf<P extends Placeable>(
  placeable: readonly P[],
  existing: readonly { id: string }[],
): P[][] {
  const involved = new Set([...placeable.map(({ item }) => item.id), ...existing.map(it => it.id)])
  const isTangled = placeable.some(({ line }) => line.slice(1).some(one => involved.has(one.id)))
  if (isTangled)
    return [...placeable].sort((a, b) => b.line.length - a.line.length).map(one => [one])
  const rounds: P[][] = []
  for (const namesakes of Map.groupBy(placeable, ({ item }) => item.name_key).values())
    for (const [number, one] of namesakes.entries()) {
      const round = rounds[number] ?? []
      rounds[number] = round
      round.push(one)
    }
  return rounds
}
