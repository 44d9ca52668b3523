import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { AppError } from '../../errors.ts'
import { monitorTransfer } from './monitor.service.ts'

const KIB = 1024

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** Receives from a sender with a constant rate. @returns the code it was aborted with */
async function receive({ bytesPerSecond, seconds }: { bytesPerSecond: number; seconds: number }) {
  const deps = {
    config: { remote: { maxMs: 3_600_000, patienceMs: 30_000 } },
    now: () => new Date(),
    // Progress is never written.
    transact: () => new Promise(() => undefined),
  }
  const watch = monitorTransfer(deps as never, {} as never, {
    stop: new AbortController().signal,
    requireTarget: async () => undefined,
  })
  async function* send() {
    for (let second = 0; second < seconds; second += 1) {
      await vi.advanceTimersByTimeAsync(1000)
      yield Buffer.alloc(bytesPerSecond)
    }
  }
  for await (const _ of watch.counting(send())) if (watch.signal.aborted) break
  return (watch.signal.reason as AppError | undefined)?.code
}

describe('a transfer', () => {
  it('that sends steadily is not aborted', async () => {
    expect(await receive({ bytesPerSecond: 40 * KIB, seconds: 300 })).toBeUndefined()
  })

  it('that trickles is aborted after the first minute', async () => {
    expect(await receive({ bytesPerSecond: 16 * KIB, seconds: 59 })).toBeUndefined()
    expect(await receive({ bytesPerSecond: 16 * KIB, seconds: 95 })).toBe('remote.server_too_slow')
  })

  it('that takes longer than allowed is aborted', async () => {
    expect(await receive({ bytesPerSecond: 40 * KIB, seconds: 3601 })).toBe(
      'remote.server_too_slow',
    )
  })
})
