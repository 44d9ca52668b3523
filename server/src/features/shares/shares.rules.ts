import type { ShareRow } from '../../db/schema-sharing.ts'

const HOUR_MS = 3_600_000

/** @param hours null never ends */
export const expiryFrom = (now: Date, hours: number | null): number | null =>
  hours === null ? null : now.getTime() + hours * HOUR_MS

/** At the very instant it is over. */
export const isExpired = ({ expires_at }: Pick<ShareRow, 'expires_at'>, now: Date): boolean =>
  expires_at !== null && expires_at <= now.getTime()

export const isExhausted = ({
  download_limit,
  downloads,
}: Pick<ShareRow, 'download_limit' | 'downloads'>): boolean =>
  download_limit !== null && downloads >= download_limit

/**
 * What a delivery of so many bytes may send before another one is charged. A little is sent twice
 * when a broken download goes on: what was on its way is lost.
 */
export const allowanceBytes = (bytes: number): number => bytes + Math.floor(bytes / 16)

/** Whether what a guest was let in by is still what the link says. */
export const isStillOpen = (
  before: Pick<ShareRow, 'unlock_key' | 'permission'>,
  now: Pick<ShareRow, 'unlock_key' | 'permission'>,
): boolean =>
  before.unlock_key === now.unlock_key &&
  (before.permission === now.permission || now.permission === 'editor')
