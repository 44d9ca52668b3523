export const SESSION_SECONDS = 30 * 86_400
const DAY_MS = 86_400_000

export const sessionEnd = (now: Date): Date => new Date(now.getTime() + SESSION_SECONDS * 1000)

/** Once a day is often enough: a read should not become a write. */
export const isDueForExtension = (expiresAt: Date, now: Date): boolean =>
  expiresAt.getTime() - now.getTime() < SESSION_SECONDS * 1000 - DAY_MS

const SEEN_MS = 15 * 60_000

/** When a session was last used is kept to a quarter of an hour, for the same reason. */
export const isDueForNote = (seenAt: Date, now: Date): boolean =>
  now.getTime() - seenAt.getTime() > SEEN_MS
