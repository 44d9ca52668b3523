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

/** The dependencies of the services together with the background workers. */
export interface Runtime extends Deps {
  worker: Worker
  hub: ConnectionHub
  /** Stops the workers; unfinished jobs return to the queue. */
  stop: () => Promise<void>
}

/** Long enough to upload a folder of pictures, short enough to keep an idle server small. */
const IDLE_MS = 20_000

type RuntimeOptions = Pick<
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

const createBridge = ({ db, url }: OpenDatabase, log: Deps['log']): PostgresBridge | undefined =>
  url === undefined ? undefined : new PostgresBridge({ db, url, log })

/** Connects database, queue and channels; nothing runs before it is started. */
export function createRuntime(
  database: OpenDatabase,
  options: RuntimeOptions,
  jobs: readonly AnyJob[] = jobList,
): Runtime {
  const wake = () => worker.wake()
  const transact = transactOn(database, () => {
    const clientId = originClientId.getStore()
    return changeSet => {
      if (changeSet.has('job')) wake()
      changes.add(changeSet, clientId)
    }
  })
  const hub = new ConnectionHub(createBridge(database, options.log))
  const changes = new ChangeFeed({ db: database.db, hub, log: options.log })
  const store = openJobStore(database, { ...options, transact }, jobs, wake)
  const deps: Deps = {
    ...options,
    databaseKind: database.kind,
    db: database.db,
    transact,
    jobs: store,
    live: hub,
    mailer: createMailer(options.config),
    media: createMedia({
      ...options.config.previews,
      programPath: options.config.programPath,
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
