import type { Db } from './open.ts'

/** What others wait to hear of: folders whose contents changed, items, what changed the tree of folders,
 * accounts, trashes, notifications, people whose team folders are not what they were, who has other
 * unfinished uploads than before, queued jobs. */
export type ChangeType =
  | 'folder'
  | 'item'
  | 'tree'
  | 'account'
  | 'trash'
  | 'notification'
  | 'team'
  | 'upload'
  | 'job'
export type ChangeSet = ReadonlyMap<ChangeType, ReadonlySet<string>>

const open = new WeakMap<Db, Map<ChangeType, Set<string>>>()

/** From here on what the transaction touches is noted; called once for each piece of work. */
export function collectChanges(tx: Db): ChangeSet {
  const changes = new Map<ChangeType, Set<string>>()
  open.set(tx, changes)
  return changes
}

/**
 * Notes what a transaction touched; who waits for it is told once it is durable, and never when it
 * fails. Repositories call it where they write, so that no use-case can forget it.
 * @returns false outside of `transact`, where nobody takes notes
 */
export function recordChange(tx: Db, topic: ChangeType, ids: Iterable<string>): boolean {
  const changes = open.get(tx)
  if (!changes) return false
  const known = changes.get(topic)
  if (!known) changes.set(topic, new Set(ids))
  else for (const id of ids) known.add(id)
  return true
}
