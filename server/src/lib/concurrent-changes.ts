/** A row whose time of change identifies its state. */
interface ChangedRow {
  /** Milliseconds since 1970, UTC. */
  updated_at: number
}

/**
 * Whether a row was changed since the caller loaded it.
 * @param seen `updated_at` as the caller knows it, in ISO format; undefined skips the check
 */
export const isChangedSince = ({ updated_at }: ChangedRow, seen: string | undefined): boolean =>
  seen !== undefined && Date.parse(seen) !== updated_at

/**
 * The time of the next change of a row, also if the clock has not advanced since the last one.
 * @param now milliseconds since 1970
 */
export const nextUpdatedAt = ({ updated_at }: ChangedRow, now: number): number =>
  Math.max(now, updated_at + 1)
