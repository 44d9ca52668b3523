import { DAY_MS, HOUR_MS, MINUTE_MS } from '@coffer/contract/durations'
import type { Clock } from './clock.ts'
import type { EventFaults } from './faults.ts'

export interface OutgoingEvent {
  id: string
  type: string
  /** Exactly the bytes that are sent and signed. */
  body: string
}

export interface Receiver {
  url: string
  takes: (type: string) => boolean
  headers: (event: OutgoingEvent) => Record<string, string>
}

interface Waiting {
  event: OutgoingEvent
  receiver: Receiver
  attempt: number
}

export interface SentEvent {
  id: string
  type: string
  /** 0 when the receiver could not be reached. */
  status: number
}

/** Until three days after the first attempt. */
const RETRY_GAPS_MS = [
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  12 * HOUR_MS,
  DAY_MS,
]

export type EventQueue = ReturnType<typeof createEventQueue>

/** Sends events to their receivers, and repeats those that are not accepted. */
export function createEventQueue(clock: Clock, faults: EventFaults, receivers: () => Receiver[]) {
  let waiting: Waiting[] = []
  let isStopped = false
  const deliveries: SentEvent[] = []
  let sending: Promise<void> = Promise.resolve()

  async function send(one: Waiting) {
    const status = await post(one)
    deliveries.push({ id: one.event.id, type: one.event.type, status })
    if (status >= 200 && status < 300) return
    const gap = RETRY_GAPS_MS[one.attempt]
    if (gap === undefined) return
    clock.at(clock.now() + gap, () => enqueue([{ ...one, attempt: one.attempt + 1 }]))
  }
  async function sendAll(batch: Waiting[]) {
    if (isStopped) return
    const copies = batch.flatMap(one =>
      Array.from({ length: chosen(faults.repeat) + 1 }, () => one),
    )
    const ordered = faults.shuffle ? shuffled(copies) : copies
    if (faults.atOnce) await Promise.all(ordered.map(send))
    else for (const one of ordered) await send(one)
  }
  /** One batch after another; a later one is sent even if an earlier one failed. */
  function enqueue(batch: Waiting[]): Promise<void> {
    sending = sending.then(() => sendAll(batch))
    return sending
  }
  function drop(events: readonly OutgoingEvent[]): void {
    const dropped = new Set(events)
    waiting = waiting.filter(one => !dropped.has(one.event))
  }
  function release(): Promise<void> {
    const batch = waiting
    waiting = []
    return enqueue(batch)
  }

  return {
    deliveries,
    push(event: OutgoingEvent) {
      if (isDropped(faults, event.type)) return
      const to = receivers().filter(receiver => receiver.takes(event.type))
      const added = to.map(receiver => ({ event, receiver, attempt: 0 }))
      const delayMs = chosen(faults.delayMs)
      if (delayMs > 0) clock.at(clock.now() + delayMs, () => enqueue(added))
      else waiting.push(...added)
    },
    /** Sends the waiting events unless they are held. */
    flush: () => (faults.hold ? Promise.resolve() : release()),
    held: () => waiting.map(one => one.event),
    /**
     * Sends the events that were held, and ends when all were answered.
     * @param pick chooses which of them in which order, also several times; the others stay held
     */
    async deliver(pick?: (held: OutgoingEvent[]) => OutgoingEvent[]) {
      if (!pick) return release()
      const picked = pick(waiting.map(one => one.event))
      const batch = picked.flatMap(event => waiting.filter(one => one.event === event))
      drop(picked)
      await enqueue(batch)
    },
    /** Drops held events, which are never sent. */
    lose: drop,
    async stop() {
      isStopped = true
      await sending
    },
  }
}

function isDropped({ drop }: EventFaults, type: string): boolean {
  return typeof drop === 'function' ? drop(type) : drop
}

const chosen = (value: number | (() => number)): number =>
  typeof value === 'function' ? value() : value

async function post({ event, receiver }: Waiting): Promise<number> {
  const headers = { 'content-type': 'application/json', ...receiver.headers(event) }
  try {
    const response = await fetch(receiver.url, { method: 'POST', headers, body: event.body })
    await response.arrayBuffer()
    return response.status
  } catch {
    return 0
  }
}

function shuffled<T>(items: T[]): T[] {
  return items
    .map(item => ({ item, order: Math.random() }))
    .sort((a, b) => a.order - b.order)
    .map(({ item }) => item)
}
