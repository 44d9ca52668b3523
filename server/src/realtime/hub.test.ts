import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ConnectionHub, type Message } from './hub.ts'

it('refreshes pages and revalidates sessions after messages may have been missed', () => {
  let receive: (message: Message) => void = () => undefined
  const hub = new ConnectionHub({
    send: () => undefined,
    receivesMessages: () => true,
    start: listener => {
      receive = listener
    },
    close: async () => undefined,
  })
  hub.start()
  const seen: string[] = []
  for (const userId of ['ann', 'ben'])
    hub.connect({
      id: userId,
      userId,
      send(text) {
        const { type, within_ms } = JSON.parse(text)
        seen.push(`${userId} ${type} within ${within_ms} ms`)
      },
      revalidate: () => seen.push(`${userId} revalidate`),
    })
  receive({ kind: 'missed' })
  expect(seen.toSorted()).toEqual([
    'ann refresh within 10000 ms',
    'ann revalidate',
    'ben refresh within 10000 ms',
    'ben revalidate',
  ])
})

describe('a page that connects after it has loaded its data', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  /** Returns whether a page that began to load `age` ms ago refreshes. */
  function refreshes(hub: ConnectionHub, userId: string, age: number | undefined): boolean {
    const seen: string[] = []
    const send = (text: string) => seen.push(text)
    hub.connect({ id: 'page', userId, age, send, revalidate: () => undefined })()
    return seen.includes('{"type":"refresh"}')
  }

  it('refreshes if its user had an event since it began to load', () => {
    const hub = new ConnectionHub()
    vi.advanceTimersByTime(10_000)
    hub.publish(['ann'], { type: 'tree.changed' })
    vi.advanceTimersByTime(1_000)
    expect(refreshes(hub, 'ann', 999)).toBe(false)
    expect(refreshes(hub, 'ann', 1_000)).toBe(true)
    expect(refreshes(hub, 'ben', 1_000)).toBe(false)
    expect(refreshes(hub, 'ann', undefined)).toBe(false)
    vi.advanceTimersByTime(31_000)
    hub.publish(['ben'], { type: 'tree.changed' })
    expect(refreshes(hub, 'ann', 30_000)).toBe(false)
    expect(refreshes(hub, 'ann', 32_001)).toBe(true)
  })

  it('refreshes if events were dropped or lost, or the process has just started', () => {
    const hub = new ConnectionHub()
    vi.advanceTimersByTime(1_000)
    expect(refreshes(hub, 'ann', 1_000)).toBe(true)
    expect(refreshes(hub, 'ann', 999)).toBe(false)
    hub.dropEvents()
    expect(refreshes(hub, 'ann', 0)).toBe(true)
    vi.advanceTimersByTime(1_000)
    expect(refreshes(hub, 'ann', 999)).toBe(false)
  })
})
