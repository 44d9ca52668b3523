import type { Deps } from '../../deps.ts'
import * as archives from './data-exports.repository.ts'

const BATCH_SIZE = 500
/** Whoever makes one says so with every stretch. */
const SILENT_MS = 3_600_000

type ClearDeps = Pick<Deps, 'db' | 'transact' | 'now'>

/** Lets go, a little at a time, of what archives held that are gone. */
export async function clearGone(deps: ClearDeps, signal?: AbortSignal): Promise<void> {
  for (;;) {
    const gone = await archives.findGone(deps.db, BATCH_SIZE)
    if (gone.length === 0) return
    for (const id of gone) await clearOne(deps, id, signal)
  }
}

async function clearOne(
  { transact, now }: ClearDeps,
  id: string,
  signal: AbortSignal | undefined,
): Promise<void> {
  for (let count = BATCH_SIZE; count === BATCH_SIZE; ) {
    signal?.throwIfAborted()
    count = await transact(tx => archives.releaseSome(tx, id, now().getTime(), BATCH_SIZE))
  }
  await transact(tx => archives.deleteArchive(tx, id))
}

/** For an account that is removed. */
export async function deleteExportsOf(
  deps: ClearDeps,
  userId: string,
  signal: AbortSignal,
): Promise<void> {
  await deps.transact(tx => archives.giveUp(tx, userId))
  await clearGone(deps, signal)
}

/** Archives have their time; and nobody waits for one for ever. */
export async function expireExports(deps: ClearDeps & Pick<Deps, 'live'>): Promise<void> {
  const now = deps.now().getTime()
  const changed = await deps.transact(async tx => [
    ...(await archives.expire(tx, now)),
    ...(await archives.failSilent(tx, now - SILENT_MS)),
  ])
  if (changed.length > 0) deps.live.publish(changed, { type: 'data_export.changed' })
  await clearGone(deps)
}
