import { randomUUIDv7 } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pino from 'pino'
import { buildApp } from '../src/app.ts'
import { type Config, readConfig } from '../src/config.ts'
import type { Deps } from '../src/deps.ts'
import { insertAccount } from '../src/features/account/index.ts'
import { openSession } from '../src/features/auth/index.ts'
import { type Settings, writeSettings } from '../src/features/settings/index.ts'
import { Stores } from '../src/features/stores/index.ts'
import type { S3Options } from '../src/files/s3/s3-options.ts'
import type { AnyJob } from '../src/jobs/job.ts'
import { passwordHasher } from '../src/lib/passwords.ts'
import { openObservers } from '../src/observe/observers.ts'
import { isObserved } from '../src/operation-variables.ts'
import type { Resolve } from '../src/outbound/connector.ts'
import { createOutbound } from '../src/outbound/outbound.ts'
import { createRuntime } from '../src/runtime.ts'
import { countByRequest } from './query-count.ts'
import { createBucket, storesInBucket } from './s3-bucket.ts'
import { TestClient } from './test-client.ts'
import { createTestDatabase } from './test-database.ts'

export type TestApp = Awaited<ReturnType<typeof createTestApp>>

interface Options {
  config?: Partial<Config>
  /** False leaves the server in its state before installation. */
  installed?: boolean
  webDist?: string
  /** Replaces the server's jobs. */
  jobs?: readonly AnyJob[]
  /** Resolves host names for remote uploads; by default none resolves. */
  resolve?: Resolve
  /** Receives the log; by default nothing is logged. */
  log?: Deps['log']
}

/** The configuration of an installation that stores its contents in a bucket. */
export const inBucket = (bucket: S3Options): Pick<Config, 'storage'> => {
  const { endpoint, region, prefix, credentials, isPathStyle } = bucket
  return {
    storage: {
      ...readConfig({}).storage,
      kind: 's3',
      endpoint,
      region,
      bucket: bucket.bucket,
      prefix,
      ...credentials,
      isPathStyle,
    },
  }
}

/** Later than any advanced clock. */
const FUTURE_MS = 365 * 86_400_000

/** Reads and sets state that the API does not expose. */
const stateAccess = ({ db, blobs }: Deps) => ({
  limitStorage: (userId: string, bytes: number | null) =>
    db
      .updateTable('user_quotas')
      .set({ capacity_bytes: bytes })
      .where('user_id', '=', userId)
      .execute(),
  storage: (userId: string) =>
    db
      .selectFrom('user_quotas')
      .selectAll()
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow(),
  async storedFiles(): Promise<number> {
    let count = 0
    for await (const _ of blobs.keysBefore(new Date(Date.now() + FUTURE_MS))) count += 1
    return count
  },
})

const advanceQueueClock = async ({ db }: Deps, ms: number): Promise<void> => {
  const past = sql`interval '1 millisecond' * ${ms}`
  await sql`update pgboss.job set start_after = start_after - ${past},
    started_on = started_on - ${past}, heartbeat_on = heartbeat_on - ${past}, completed_on = completed_on - ${past}`.execute(
    db,
  )
  await sql`update pgboss.queue set monitor_claim_on = null, maintain_on = null`.execute(db)
}

const TIME_DIGITS = 12

/** Moves the time in an id, whose first 48 bits are milliseconds. */
function movedBy(id: string, ms: number): string {
  const digits = id.replaceAll('-', '')
  const time = Number.parseInt(digits.slice(0, TIME_DIGITS), 16) + ms
  const moved = time.toString(16).padStart(TIME_DIGITS, '0')
  return `${moved.slice(0, 8)}-${moved.slice(8)}${id.slice(13)}`
}

/** A low cost; hashes contain their cost, so verifying them is fast as well. */
const hashPassword = passwordHasher({ memoryCost: 64, timeCost: 1, parallelism: 1 })
/** The password of every test user, hashed once. */
const passwordHash = hashPassword('correct horse battery')

/** A client with a session of its own. */
async function signedIn(deps: Deps, origin: string, userId: string): Promise<TestClient> {
  const client = new TestClient(origin, userId)
  const cookie = await openSession(deps, userId)
  client.cookies.set(cookie.name, cookie.value)
  // The first response sets the CSRF cookie.
  await client.fetch('/api/user')
  return client
}

/**
 * Starts a complete server on its own port with a new database, a new folder and an adjustable
 * clock.
 */
export async function createTestApp({
  config,
  installed = true,
  webDist = '',
  jobs,
  resolve = async () => [],
  log = pino({ level: process.env.TEST_LOG ?? 'silent' }),
}: Options = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'coffer-test-'))
  const counting = countByRequest()
  const database = await createTestDatabase(folder, {
    onQuery: query => counting.onQuery(query.sql),
    poolSize: config?.databasePool,
  })
  let aheadMs = 0
  let userCount = 0
  const storage = storesInBucket() ? inBucket(await createBucket()) : {}
  const fullConfig = { ...readConfig({ DATA_DIR: folder }), ...storage, ...config }
  const secret = 'a secret that only this test knows'
  const { db } = database
  const stores = await Stores.open({ db, config: fullConfig, secret, log, isServer: true })
  const options = {
    config: fullConfig,
    outbound: createOutbound({ ...fullConfig.remote, appUrl: fullConfig.appUrl, resolve }),
    secret,
    blobs: stores.blobs,
    followStores: () => stores.follow(),
    hashPassword,
    now: () => new Date(Date.now() + aheadMs),
    newId: () => movedBy(randomUUIDv7(), aheadMs),
    transferCheckMs: 100,
    log,
  }
  const deps = createRuntime(database, options, jobs)
  if (installed) await writeSettings(deps.db, { installed_at: Date.now() })
  const observers = isObserved(fullConfig.operation) ? await openObservers(deps) : undefined
  const app = await buildApp({ deps, webDist, observers })
  counting.watch(app.server)
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })

  const state = stateAccess(deps)
  return {
    ...state,
    app,
    deps,
    database,
    folder,
    origin,
    anonymous: () => new TestClient(origin),
    /** Creates a user with a session, like a browser would have. */
    async signIn(role: 'user' | 'admin' = 'user'): Promise<TestClient> {
      userCount += 1
      const name = `Person ${userCount}`
      const email = `person-${userCount}@example.test`
      const account = { name, email, role, isEmailVerified: true, passwordHash: await passwordHash }
      const userId = await deps.transact(tx => insertAccount(tx, deps, account))
      return signedIn(deps, origin, userId)
    },
    /** Another session of the same user. */
    signInAgain: ({ userId }: TestClient) => signedIn(deps, origin, userId),
    settings: (change: Partial<Settings>) => deps.transact(tx => writeSettings(tx, change)),
    advance(ms: number): void {
      aheadMs += ms
    },
    /** Runs all due jobs; nothing runs in the background here. */
    runJobs: () => deps.worker.drain(),
    /** Advances the queue's clock, which on PostgreSQL is the database's. */
    async jobsLater(ms: number): Promise<void> {
      aheadMs += ms
      if (database.kind === 'postgres') await advanceQueueClock(deps, ms)
    },
    /** Statements of the requests made by the callback, without those of earlier requests. */
    countQueries: counting.count,
    async close(): Promise<void> {
      await app.close()
      await deps.stop()
      await observers?.close()
      await database.drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
