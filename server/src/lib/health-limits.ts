const LOW_DISK_SHARE = 0.1
const QUEUE_LATE_MS = 5 * 60_000

/** Whether so little of a disk is free, from 0 to 1, that the operator has to act. */
export const isDiskLow = (freeShare: number): boolean => freeShare < LOW_DISK_SHARE

/** Whether the oldest waiting job has been due for so long that the queue does not keep up. */
export const isQueueLate = (oldestDueAt: Date | null, now: Date): oldestDueAt is Date =>
  oldestDueAt !== null && now.getTime() - oldestDueAt.getTime() > QUEUE_LATE_MS
