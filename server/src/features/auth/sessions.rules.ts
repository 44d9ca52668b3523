export const SESSION_SECONDS = 30 * 86_400
/** Whoever is not to be remembered: until the browser closes, a day at most. */
const UNREMEMBERED_SECONDS = 86_400
const DAY_MS = 86_400_000

/** However much it is used: then one signs in again (ASVS 7.3.2). */
const LONGEST_MS = 90 * DAY_MS

/** Thirty days without use end a session, and ninety in any case. */
export const sessionEnd = (now: Date, begunAt = now): Date =>
  new Date(Math.min(now.getTime() + SESSION_SECONDS * 1000, begunAt.getTime() + LONGEST_MS))

export const unrememberedEnd = (now: Date): Date =>
  new Date(now.getTime() + UNREMEMBERED_SECONDS * 1000)

/** Once a day is often enough: a read should not become a write. */
export const isDueForExtension = (expiresAt: Date, end: Date): boolean =>
  end.getTime() - expiresAt.getTime() > DAY_MS

const SEEN_MS = 15 * 60_000

/** When a session was last used is kept to a quarter of an hour, for the same reason. */
export const isUseRecordDue = (seenAt: Date, now: Date): boolean =>
  now.getTime() - seenAt.getTime() > SEEN_MS
