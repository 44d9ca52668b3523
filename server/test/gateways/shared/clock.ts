interface Task {
  at: number
  run: () => void | Promise<void>
}

export interface Clock {
  /** UTC ms. */
  now: () => number
  /** UTC ms to which due tasks catch up; a receiver of their events is there already. */
  present: () => number
  /** Moves the clock and runs the tasks that become due, in order, each at its own time. */
  advance: (ms: number) => Promise<void>
  /** Runs the tasks that the given time source made due. */
  catchUp: () => Promise<void>
  at: (at: number, run: Task['run']) => void
}

/** A clock that is moved by hand, on top of a given time source. */
export function createClock(base: () => number = Date.now): Clock {
  let ahead = 0
  let during: number | undefined
  const tasks: Task[] = []

  const present = () => base() + ahead
  const now = () => during ?? present()
  const takeDue = (until: number) => {
    const index = tasks.findIndex(task => task.at <= until)
    return index < 0 ? undefined : tasks.splice(index, 1)[0]
  }
  async function catchUp() {
    if (during !== undefined) return
    try {
      const until = present()
      for (let task = takeDue(until); task; task = takeDue(until)) {
        during = task.at
        await task.run()
      }
    } finally {
      during = undefined
    }
  }
  return {
    now,
    present,
    catchUp,
    async advance(ms) {
      ahead += ms
      await catchUp()
    },
    at(at, run) {
      const index = tasks.findIndex(task => task.at > at)
      tasks.splice(index < 0 ? tasks.length : index, 0, { at, run })
    },
  }
}
