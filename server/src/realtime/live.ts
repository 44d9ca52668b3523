import type { LiveEvent } from '@coffer/contract/live'

export interface Live {
  /**
   * Tells everybody's open pages, on whatever process they hang; call it after the commit. `except`
   * is the page that did it itself and has shown it already.
   */
  publish(userIds: readonly string[], event: LiveEvent, except?: string): void
  /** Sessions of somebody may have ended: their channels end with them. */
  revalidate(userId: string): void
}
