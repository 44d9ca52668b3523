const DAY_MS = 86_400_000

/** As the rows are kept: in UTC. */
export const dayOf = (at: Date): string => at.toISOString().slice(0, 10)

/** The last days, today among them, the oldest first. UTC knows no day of 23 or 25 hours. */
export const lastDays = (now: Date, count: number): string[] =>
  Array.from({ length: count }, (_, back) =>
    dayOf(new Date(now.getTime() - (count - 1 - back) * DAY_MS)),
  )
