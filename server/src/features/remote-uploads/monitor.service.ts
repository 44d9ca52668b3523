import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import type { Bytes } from '../../lib/byte-streams.ts'
import type { Attempt } from './attempts.service.ts'
import { publishProgress } from './progress.service.ts'
import * as remote from './remote-uploads.repository.ts'

/** Thrown when the upload was cancelled or another process took it over. */
export class CancelledError extends AppError {
  constructor() {
    super('upload.not_found')
  }
}

export interface Watch {
  /** Aborts when the job stops, the upload is cancelled or the sender is too slow. */
  signal: AbortSignal
  begun: (name: string, sizeBytes: number | null) => Promise<void>
  counting: (source: Bytes) => Bytes
  /** Stops reporting and checking; resolves after the last write. */
  end: () => Promise<void>
}

type WatchDeps = Pick<Deps, 'db' | 'transact' | 'live' | 'config'>

const REPORT_INTERVAL_MS = 1000
/** Below it in one period a transfer has stalled, which may be temporary. */
const MIN_BYTES_PER_SECOND = 1024
/** Below it on average since its beginning a transfer would occupy its job slot for too long. */
const MIN_AVERAGE_BYTES_PER_SECOND = 32 * 1024
const AVERAGE_AFTER_MS = 60_000

interface WatchOptions {
  stop: AbortSignal
  /** Rejects when the user may no longer upload into the folder. */
  requireTarget: () => Promise<unknown>
}

/**
 * Monitors a transfer: publishes progress, notices cancellation and lost access, and aborts slow
 * senders so that they do not block a job slot forever.
 */
export function monitorTransfer(
  deps: WatchDeps,
  attempt: Attempt,
  { stop, requireTarget }: WatchOptions,
): Watch {
  const { maxMs, patienceMs } = deps.config.remote
  const own = new AbortController()
  let received = 0
  let receivedBefore = 0
  let elapsedMs = 0
  let reporting: Promise<unknown> | undefined

  async function write(change: remote.Change): Promise<void> {
    const isActive = await deps.transact(tx => remote.keepRunning(tx, attempt, change))
    if (!isActive) throw new CancelledError()
    await publishProgress(deps, attempt.user_id)
  }

  function report(): void {
    reporting ??= write({ received_bytes: received })
      .then(requireTarget)
      .catch(error => own.abort(error))
      .finally(() => {
        reporting = undefined
      })
  }

  const abortTooSlow = () => own.abort(new AppError('remote.server_too_slow'))
  function checkSpeed(): void {
    elapsedMs += patienceMs
    if (received - receivedBefore < (MIN_BYTES_PER_SECOND * patienceMs) / 1000)
      own.abort(new AppError('remote.too_slow'))
    const isSlow = received < (MIN_AVERAGE_BYTES_PER_SECOND * elapsedMs) / 1000
    if (elapsedMs >= AVERAGE_AFTER_MS && isSlow) abortTooSlow()
    receivedBefore = received
  }

  const timers = [
    setInterval(report, REPORT_INTERVAL_MS),
    setInterval(checkSpeed, patienceMs),
    setTimeout(abortTooSlow, maxMs),
  ]
  return {
    signal: AbortSignal.any([stop, own.signal]),
    begun: (name, size_bytes) => write({ name, size_bytes }),
    async *counting(source) {
      for await (const chunk of source) {
        received += chunk.length
        yield chunk
      }
    },
    async end() {
      for (const timer of timers) clearTimeout(timer)
      await reporting
    },
  }
}
