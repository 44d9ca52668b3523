import { DAY_MS } from '@coffer/contract/durations'

/** Days until a trashed item is deleted; null where it stays until the trash is emptied. */
export const daysLeft = (deletedAt: string, keepDays: number, now: number): number | null =>
  keepDays === 0
    ? null
    : Math.max(0, Math.ceil((Date.parse(deletedAt) + keepDays * DAY_MS - now) / DAY_MS))
