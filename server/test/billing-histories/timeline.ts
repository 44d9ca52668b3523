/** A clock that is set by hand and runs on between. */
export interface Timeline {
  /** UTC ms. */
  now: () => number
  moveTo: (at: number) => void
}

export function createTimeline(startsAt: number): Timeline {
  let base = startsAt
  let setAt = Date.now()
  return {
    now: () => base + Date.now() - setAt,
    moveTo(at) {
      base = at
      setAt = Date.now()
    },
  }
}
