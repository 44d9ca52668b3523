import type { Db } from './open.ts'

/** What others wait to hear of: folders whose contents changed, items, what changed the tree of folders,
 * accounts, trashes, notifications, people whose team folders are not what they were, who has other
 * unfinished uploads than before, queued jobs. */
export type Topic =
  | 'folder'
  | 'item'
  | 'tree'
  | 'account'
  | 'trash'
  | 'notification'
  | 'team'
  | 'upload'
  | 'job'
export type Notes = ReadonlyMap<Topic, ReadonlySet<string>>

const open = new WeakMap<Db, Map<Topic, Set<string>>>()

/** From here on what the transaction touches is noted; called once for each piece of work. */
export function takeNotes(tx: Db): Notes {
  const notes = new Map<Topic, Set<string>>()
  open.set(tx, notes)
  return notes
}

/**
 * Notes what a transaction touched; who waits for it is told once it is durable, and never when it
 * fails. Repositories call it where they write, so that no use-case can forget it.
 * @returns false outside of `transact`, where nobody takes notes
 */
export function note(tx: Db, topic: Topic, ids: Iterable<string>): boolean {
  const notes = open.get(tx)
  if (!notes) return false
  const known = notes.get(topic)
  if (!known) notes.set(topic, new Set(ids))
  else for (const id of ids) known.add(id)
  return true
}
