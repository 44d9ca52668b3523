import { HOUR_MS } from '@coffer/contract/durations'
import type { ShareRow } from '../../db/schema-sharing.ts'

/** @param hours null means never */
export const expiryFrom = (now: Date, hours: number | null): number | null =>
  hours === null ? null : now.getTime() + hours * HOUR_MS

/** Expired from the exact instant on. */
export const isExpired = ({ expires_at }: Pick<ShareRow, 'expires_at'>, now: Date): boolean =>
  expires_at !== null && expires_at <= now.getTime()

/** Whether the download limit is reached. */
export const isExhausted = ({
  download_limit,
  downloads,
}: Pick<ShareRow, 'download_limit' | 'downloads'>): boolean =>
  download_limit !== null && downloads >= download_limit

/**
 * Bytes that one counted download may send. It exceeds the size a little because resuming an
 * interrupted download sends again what was lost in transit.
 */
export const allowanceBytes = (bytes: number): number => bytes + Math.floor(bytes / 16)

/** Whether a share still grants a guest at least the access they came in with. */
export const isStillOpen = (
  before: Pick<ShareRow, 'unlock_key' | 'permission'>,
  now: Pick<ShareRow, 'unlock_key' | 'permission'>,
): boolean =>
  before.unlock_key === now.unlock_key &&
  (before.permission === now.permission || now.permission === 'editor')
