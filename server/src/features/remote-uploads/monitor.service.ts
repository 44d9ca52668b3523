import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import type { Bytes } from '../../lib/byte-streams.ts'
import type { Attempt } from './attempts.service.ts'
import { publishProgress } from './progress.service.ts'
import * as remote from './remote-uploads.repository.ts'

/** Its owner does not want it any more, or somebody else fetches it by now. */
export class CancelledError extends AppError {
  constructor() {
    super('upload.not_found')
  }
}

export interface Watch {
  /** Says stop: because of the queue, of its owner, or of the other side's slowness. */
  signal: AbortSignal
  begun: (name: string, sizeBytes: number | null) => Promise<void>
  counting: (source: Bytes) => Bytes
  /** Nothing is told or judged any more once this resolves. */
  end: () => Promise<void>
}

type WatchDeps = Pick<Deps, 'db' | 'transact' | 'now' | 'live' | 'config'>

const TELL_MS = 1000
const LEAST_BYTES_PER_SECOND = 1024

/**
 * Stands beside a transfer: tells how far it is, notices that it was given up, and does not let a
 * slow sender hold a place for ever.
 */
export function monitorTransfer(deps: WatchDeps, attempt: Attempt, stop: AbortSignal): Watch {
  const { maxMs, patienceMs } = deps.config.remote
  const own = new AbortController()
  let received = 0
  let receivedBefore = 0
  let telling: Promise<void> | undefined

  async function write(change: remote.Change): Promise<void> {
    const updated_at = deps.now().getTime()
    const isMine = await deps.transact(tx =>
      remote.updateMine(tx, attempt, { ...change, updated_at }),
    )
    if (!isMine) throw new CancelledError()
    await publishProgress(deps, attempt.user_id)
  }

  function tell(): void {
    telling ??= write({ received_bytes: received })
      .catch(error => own.abort(error))
      .finally(() => {
        telling = undefined
      })
  }

  const tooSlow = () => own.abort(new AppError('remote.too_slow'))
  function judgeSpeed(): void {
    if (received - receivedBefore < (LEAST_BYTES_PER_SECOND * patienceMs) / 1000) tooSlow()
    receivedBefore = received
  }

  const timers = [
    setInterval(tell, TELL_MS),
    setInterval(judgeSpeed, patienceMs),
    setTimeout(tooSlow, maxMs),
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
      await telling
    },
  }
}
