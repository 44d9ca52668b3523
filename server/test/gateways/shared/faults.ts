export type CallFault =
  /** Answers 500 without doing anything. */
  | { kind: 'error-before' }
  /** Performs the call, then answers 500; `remembered` repeats that answer for the idempotency key. */
  | { kind: 'error-after'; remembered?: boolean }
  | { kind: 'cut-before' }
  /** Refuses the call permanently. */
  | { kind: 'refused' }
  /** Performs the call, then closes the connection. */
  | { kind: 'cut-after' }
  | { kind: 'limited'; retryAfterS: number }
  /** Never answers. */
  | { kind: 'silent' }
  | { kind: 'slow'; ms: number }
  /** Performs the call, and answers once the promise is fulfilled. */
  | { kind: 'late'; until: Promise<unknown> }

interface Planned {
  /** Such as `POST /v1/refunds`; without it, any call. */
  call?: string | undefined
  times: number
  fault: CallFault
}

export interface EventFaults {
  /** Events wait until `deliver()`. */
  hold: boolean
  /** Types that are never sent; true drops all. */
  drop: boolean | ((type: string) => boolean)
  /** How often each event is sent again; a function chooses for each. */
  repeat: number | (() => number)
  shuffle: boolean
  /** Sends due events concurrently instead of one after another. */
  atOnce: boolean
  /** A function chooses for each event. */
  delayMs: number | (() => number)
}

export interface Faults {
  events: EventFaults
  /** The keys stop working. */
  areKeysRevoked: boolean
  /** Fails the next calls, by default one. */
  onCall: (fault: CallFault, which?: { call?: string; times?: number }) => void
  clear: () => void
  /** @returns the fault planned for the call, used up */
  take: (call: string) => CallFault | undefined
}

const noEventFaults = (): EventFaults => ({
  hold: false,
  drop: false,
  repeat: 0,
  shuffle: false,
  atOnce: false,
  delayMs: 0,
})

export function createFaults(): Faults {
  let planned: Planned[] = []
  const injected: Faults = {
    events: noEventFaults(),
    areKeysRevoked: false,
    onCall(fault, { call, times = 1 } = {}) {
      planned.push({ fault, call, times })
    },
    clear() {
      planned = []
      injected.areKeysRevoked = false
      Object.assign(injected.events, noEventFaults())
    },
    take(call) {
      const match = planned.find(one => one.times > 0 && (one.call ?? call) === call)
      if (match) match.times -= 1
      return match?.fault
    },
  }
  return injected
}
