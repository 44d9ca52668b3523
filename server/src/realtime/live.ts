import type { LiveEvent } from '@coffer/contract/live'

export interface Live {
  /**
   * Publishes an event to all open pages of the users, in every process; call it after the commit.
   * `except` is the page that made the change and already shows it.
   */
  publish(userIds: readonly string[], event: LiveEvent, except?: string): void
  /** Closes the connections of a user whose sessions may have ended. */
  revalidate(userId: string): void
  /** False while events of other processes do not arrive, so that pages may show old lists. */
  receivesMessages(): boolean
  /** Counts the open pages of this process, and their users. */
  countConnections(): { connections: number; users: number }
}
