import type { Db } from './open.ts'

/**
 * What a transaction changed: folder contents, items, shares and their activity by the shared item,
 * the folder tree, accounts, trashes, notifications, team folders of users, unfinished uploads, queued
 * jobs, languages, settings.
 */
export type ChangeType =
  | 'folder'
  | 'item'
  | 'share'
  | 'tree'
  | 'account'
  | 'trash'
  | 'notification'
  | 'team'
  | 'upload'
  | 'job'
  | 'language'
  | 'settings'
export type ChangeSet = ReadonlyMap<ChangeType, ReadonlySet<string>>

const collected = new WeakMap<Db, Map<ChangeType, Set<string>>>()

/** Starts collecting the changes of a transaction; called once per piece of work. */
export function collectChanges(tx: Db): ChangeSet {
  const changes = new Map<ChangeType, Set<string>>()
  collected.set(tx, changes)
  return changes
}

/**
 * Records a change, which is published once the transaction is durable and dropped if it fails.
 * Repositories call it where they write, so that no service can forget it.
 * @returns false outside of `transact`, where changes are not collected
 */
export function recordChange(tx: Db, type: ChangeType, ids: Iterable<string>): boolean {
  const changes = collected.get(tx)
  if (!changes) return false
  const existing = changes.get(type)
  if (!existing) changes.set(type, new Set(ids))
  else for (const id of ids) existing.add(id)
  return true
}
