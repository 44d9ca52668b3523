import type { ChangeSet } from './db/changes.ts'
import type { OpenDatabase, PoolState } from './db/open.ts'
import { transactOn } from './db/transact.ts'
import type { Deps } from './deps.ts'
import { refreshLanguages } from './features/languages/index.ts'
import { ChangeFeed } from './features/live/index.ts'
import { CurrentSettings, concernsStorage } from './features/settings/index.ts'
import { UploadLeases } from './features/uploads/index.ts'
import { jobList } from './job-list.ts'
import type { AnyJob } from './jobs/job.ts'
import { openJobStore } from './jobs/open-jobs.ts'
import { Worker } from './jobs/worker.ts'
import { createMailer } from './mail-transport/create-mailer.ts'
import { createMedia } from './media/media.ts'
import { ProcessReport } from './process-report.ts'
import { ConnectionHub } from './realtime/hub.ts'
import { PostgresBridge } from './realtime/postgres-bridge.ts'
import { requestContext } from './request-context.ts'

/** The dependencies of the services together with the background workers. */
export interface Runtime extends Deps {
  worker: Worker
  hub: ConnectionHub
  /** Connections of PostgreSQL. */
  databasePool: () => PoolState | undefined
  /** Stops the workers; unfinished jobs return to the queue, and changes so far are published. */
  stop: () => Promise<void>
}

/** How long another process has to answer a request for an upload lease. */
const LEASE_REACTION_MS = 2_000

/** Long enough to upload a folder of pictures, short enough to keep an idle server small. */
const IDLE_MS = 20_000

type RuntimeOptions = Pick<
  Deps,
  | 'config'
  | 'secret'
  | 'blobs'
  | 'followStores'
  | 'hashPassword'
  | 'outbound'
  | 'now'
  | 'newId'
  | 'transferCheckMs'
  | 'log'
> & {
  report?: ProcessReport
  /** How soon jobs are noticed that were queued unnoticed. */
  pollMs?: number
}

const createBridge = (
  { db, url }: OpenDatabase,
  { config, log }: Pick<Deps, 'config' | 'log'>,
): PostgresBridge | undefined =>
  url === undefined
    ? undefined
    : new PostgresBridge({ db, url: config.databaseDirectUrl ?? url, log })

/** Connects database, queue and channels; nothing runs before it is started. */
export function createRuntime(
  database: OpenDatabase,
  options: RuntimeOptions,
  jobs: readonly AnyJob[] = jobList,
): Runtime {
  const listen = () => {
    const clientId = requestContext.getStore()?.clientId
    return (changeSet: ChangeSet) => {
      const queued = changeSet.get('job')
      if (queued) worker.onQueued(queued)
      if (changeSet.has('language')) hub.reloadLanguages()
      const changedSettings = changeSet.get('settings')
      if (changedSettings) onSettings(changedSettings)
      changes.add(changeSet, clientId)
    }
  }
  function onSettings(names: Iterable<string>): void {
    settings.invalidate()
    if (concernsStorage(names)) hub.announceStores()
  }
  const report = options.report ?? new ProcessReport()
  function onRetry(code: string): void {
    report.countRetry(code)
    options.log.warn({ code }, 'a transaction conflicted with another one and is run again')
  }
  const transact = transactOn(database, { listen, now: options.now, onRetry })
  const hub = new ConnectionHub(createBridge(database, options), {
    onLanguages() {
      refreshLanguages(database.db).catch(err => options.log.error({ err }, 'languages not read'))
    },
    onJobs: lanes => worker.wake(lanes),
    onUploadLease: leaseId => uploadLeases.onRequest(leaseId),
    onStores() {
      options.followStores().catch(err => options.log.error({ err }, 'stores not opened'))
    },
  })
  const uploadLeases = new UploadLeases({
    db: database.db,
    transact,
    newId: options.newId,
    log: options.log,
    // SQLite has one process: a lease of another one was left by a crash.
    reactionMs: database.kind === 'sqlite' ? 0 : LEASE_REACTION_MS,
    requestLease: leaseId => hub.requestUploadLease(leaseId),
  })
  const settings = new CurrentSettings({ db: database.db, config: options.config })
  const changes = new ChangeFeed({ db: database.db, hub, log: options.log })
  const store = openJobStore(database, { ...options, transact }, jobs, names =>
    worker.onQueued(names),
  )
  const deps: Deps = {
    ...options,
    report,
    databaseKind: database.kind,
    databaseUrl: database.url,
    db: database.db,
    transact,
    jobs: store,
    uploadLeases,
    live: hub,
    mailer: createMailer(options.config),
    settings,
    media: createMedia(
      {
        ...options.config.previews,
        programPath: options.config.programPath,
        idleMs: IDLE_MS,
      },
      !options.config.operation.roles.has('worker'),
    ),
  }
  const worker = new Worker(deps, store, jobs, {
    pollMs: options.pollMs,
    announce: lanes => hub.announceJobs(lanes),
  })
  async function stop(): Promise<void> {
    await worker.stop()
    // After the jobs, which may still publish changes.
    await changes.flush()
    await Promise.all([hub.close(), store.close()])
    deps.media.close()
  }
  return { ...deps, worker, hub, databasePool: () => database.pool?.(), stop }
}
