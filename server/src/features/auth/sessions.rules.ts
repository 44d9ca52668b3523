import { DAY_MS } from '@coffer/contract/durations'

/**
 * The maximum lifetime of a session, whatever its use (ASVS 7.3.2). Cookies last as long; the server
 * ends sessions earlier, by the setting.
 */
export const MAX_SESSION_SECONDS = 90 * 86_400

/** Sessions that are not remembered end with the browser, after a day at most. */
const UNREMEMBERED_MS = DAY_MS

/** A session ends after some days without use, and after 90 days in any case. */
export const sessionEnd = (now: Date, days: number, startedAt = now): Date =>
  new Date(
    Math.min(now.getTime() + days * DAY_MS, startedAt.getTime() + MAX_SESSION_SECONDS * 1000),
  )

/** Whether a session was not used for too long. It follows at once when the length is reduced. */
export const isUnusedTooLong = (usedAt: Date, days: number, now: Date): boolean =>
  now.getTime() - usedAt.getTime() > days * DAY_MS

export const unrememberedEnd = (now: Date): Date => new Date(now.getTime() + UNREMEMBERED_MS)

/**
 * Whether use extends a session, by its stored times: the client may leave out a cookie. Sessions that
 * are not remembered, and those of demo accounts, end within a day of their creation.
 */
export const isExtendable = (createdAt: Date, expiresAt: Date): boolean =>
  expiresAt.getTime() - createdAt.getTime() > UNREMEMBERED_MS

/** Limits the writes that reads cause to one extension a day. */
export const isDueForExtension = (expiresAt: Date, end: Date): boolean =>
  end.getTime() - expiresAt.getTime() > DAY_MS

const USE_RECORD_INTERVAL_MS = 15 * 60_000

/** Limits the writes that reads cause to one record every 15 minutes. */
export const isUseRecordDue = (seenAt: Date, now: Date): boolean =>
  now.getTime() - seenAt.getTime() > USE_RECORD_INTERVAL_MS

/** How long a sign-in or a reauthentication allows sensitive calls. */
const REAUTHENTICATION_MS = 10 * 60 * 1000

/** When the user of a session last authenticated. */
export const authenticatedAt = (signedInAt: Date, reauthenticatedAt: number | null): number =>
  Math.max(signedInAt.getTime(), reauthenticatedAt ?? 0)

/** Whether sensitive calls are allowed without reauthentication. */
export const isRecentlyAuthenticated = (at: number, now: Date): boolean =>
  now.getTime() - at < REAUTHENTICATION_MS
