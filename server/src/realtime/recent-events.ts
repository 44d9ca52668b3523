/** Pages that took longer than this to connect refresh in any case. */
const KEPT_MS = 30_000

/**
 * When users last had an event, for pages that loaded their data before they connected. Times are
 * in ms of the process's clock.
 */
export class RecentEvents {
  /** The latest event of each user, oldest first. */
  readonly #latest = new Map<string, number>()
  /** Until then events may have come for any user, as before the process started. */
  #unknownUntil = performance.now()

  add(userIds: readonly string[]): void {
    const now = performance.now()
    for (const userId of userIds) {
      this.#latest.delete(userId)
      this.#latest.set(userId, now)
    }
    for (const [userId, at] of this.#latest) {
      if (at >= now - KEPT_MS) return
      this.#latest.delete(userId)
    }
  }

  /** Records that any user may have missed an event. */
  addUnknown(): void {
    this.#unknownUntil = performance.now()
  }

  /** Whether the user may have had an event in the last `ms`. */
  mayHaveHad(userId: string, ms: number): boolean {
    if (ms > KEPT_MS) return true
    const since = performance.now() - ms
    return this.#unknownUntil >= since || (this.#latest.get(userId) ?? -Infinity) >= since
  }
}
