import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { readConfig } from '../../src/config.ts'
import { createDeps } from '../../src/create-deps.ts'
import type { Deps } from '../../src/deps.ts'
import { createAccount } from '../../src/features/account/index.ts'
import { openSession } from '../../src/features/auth/index.ts'
import { writeSettings } from '../../src/features/settings/index.ts'
import { bucketEnvironment, createBucket, emptyBucket, storesInBucket } from '../s3-bucket.ts'
import { TestClient } from '../test-client.ts'
import { createTestDatabase, databaseKind } from '../test-database.ts'
import { contentsInBucket } from './contents-in-bucket.ts'
import { contentsOnDisk } from './contents-on-disk.ts'
import { Ledger } from './ledger.ts'
import type { StoredContents } from './stored-contents.ts'

/** A test user with the record of acknowledged uploads. */
export interface Person {
  userId: string
  ledger: Ledger
  /** The same session on a server that may have another address. */
  clientAt: (origin: string) => Promise<TestClient>
}

/** A data folder and a database that outlive the server processes. */
export interface Installation {
  folder: string
  /** Environment of the server process. */
  env: Record<string, string>
  contents: StoredContents
  people: Person[]
  /** Opens the dependencies in this process; close them by `db.destroy()`. */
  open: () => Promise<Deps>
  remove: () => Promise<void>
}

async function addPerson(deps: Deps, number: number): Promise<Person> {
  const userId = await createAccount(deps, {
    name: `Person ${number}`,
    email: `person-${number}@example.test`,
    password: 'correct horse battery',
    role: 'user',
    isEmailVerified: true,
  })
  const session = await openSession(deps, userId)
  return {
    userId,
    ledger: new Ledger(),
    async clientAt(origin) {
      const client = new TestClient(origin, userId)
      client.cookies.set(session.name, session.value)
      // The first response sets the CSRF cookie.
      const { status } = await client.send('GET', '/api/user')
      if (status !== 200) throw new Error(`The session of person ${number} is gone (${status})`)
      return client
    },
  }
}

interface Options {
  /** The parent of the data folder. */
  within?: string
  /** Where servers reach the S3 store; its own address by default. */
  storeEndpoint?: string | undefined
}

/** A new bucket, if contents are stored in one. */
async function openBucket(endpoint: string | undefined) {
  if (!storesInBucket()) return undefined
  const bucket = await createBucket()
  return { bucket, env: bucketEnvironment({ ...bucket, ...(endpoint && { endpoint }) }) }
}

export async function createInstallation(
  peopleCount: number,
  { within = tmpdir(), storeEndpoint }: Options = {},
): Promise<Installation> {
  const parentFolder = await mkdtemp(join(within, 'coffer-durability-'))
  const folder = join(parentFolder, 'data')
  // SQLite's file is in the data folder, which only the server may open while it runs.
  const database =
    databaseKind() === 'postgres' ? await createTestDatabase(parentFolder) : undefined
  const store = await openBucket(storeEndpoint)
  const env = { DATA_DIR: folder, ...database?.env, ...store?.env }
  const open = () => createDeps(readConfig(env), pino({ level: 'silent' }))
  const deps = await open()
  const people: Person[] = []
  for (let number = 1; number <= peopleCount; number += 1)
    people.push(await addPerson(deps, number))
  await writeSettings(deps.db, { installed_at: Date.now() })
  await deps.db.destroy()
  return {
    folder,
    env,
    contents: store ? contentsInBucket(store.bucket) : contentsOnDisk(folder),
    people,
    open,
    async remove() {
      await database?.drop()
      if (store) await emptyBucket(store.bucket)
      await rm(parentFolder, { recursive: true, force: true })
    },
  }
}
