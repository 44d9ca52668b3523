import type { OpenDatabase } from './db/open.ts'
import { transactOn } from './db/transact.ts'
import type { Deps } from './deps.ts'
import { ChangeFeed } from './features/live/index.ts'
import { jobList } from './job-list.ts'
import type { AnyJob } from './jobs/job.ts'
import { openJobStore } from './jobs/open-jobs.ts'
import { Worker } from './jobs/worker.ts'
import { createMailer } from './mail-transport/create-mailer.ts'
import { createMedia } from './media/media.ts'
import { ConnectionHub } from './realtime/hub.ts'
import { originClientId } from './realtime/origin-client.ts'
import { PostgresBridge } from './realtime/postgres-bridge.ts'

/** What the rules are lent, and what works behind them. */
export interface Runtime extends Deps {
  worker: Worker
  hub: ConnectionHub
  /** Ends what works behind; what was begun is given back. */
  stop: () => Promise<void>
}

/** Long enough for a folder of pictures to come in, short enough for a quiet server to be small. */
const IDLE_MS = 20_000

type Ground = Pick<
  Deps,
  | 'config'
  | 'secret'
  | 'blobs'
  | 'hashPassword'
  | 'outbound'
  | 'now'
  | 'newId'
  | 'transferCheckMs'
  | 'log'
>

const bridgeOn = ({ db, url }: OpenDatabase, log: Deps['log']): PostgresBridge | undefined =>
  url === undefined ? undefined : new PostgresBridge({ db, url, log })

/** Ties the database, the queue and the channels together; nothing runs before it is started. */
export function createRuntime(
  database: OpenDatabase,
  ground: Ground,
  jobs: readonly AnyJob[] = jobList,
): Runtime {
  const wake = () => worker.wake()
  const transact = transactOn(database, () => {
    const page = originClientId.getStore()
    return notes => {
      if (notes.has('job')) wake()
      changes.add(notes, page)
    }
  })
  const hub = new ConnectionHub(bridgeOn(database, ground.log))
  const changes = new ChangeFeed({ db: database.db, hub, log: ground.log })
  const store = openJobStore(database, { ...ground, transact }, jobs, wake)
  const deps: Deps = {
    ...ground,
    databaseKind: database.kind,
    db: database.db,
    transact,
    jobs: store,
    live: hub,
    mailer: createMailer(ground.config),
    media: createMedia({
      ...ground.config.previews,
      programPath: ground.config.programPath,
      idleMs: IDLE_MS,
    }),
  }
  const worker = new Worker(deps, store, jobs)
  async function stop(): Promise<void> {
    await Promise.all([worker.stop(), hub.close()])
    deps.media.close()
  }
  return { ...deps, worker, hub, stop }
}
