import type { FastifyBaseLogger } from 'fastify'
import type { Config } from './config.ts'
import type { Database, DatabaseKind } from './db/open.ts'
import type { Transact } from './db/transact.ts'
import type { BlobStore } from './files/blob-store.ts'
import type { JobQueue } from './jobs/queue.ts'
import type { HashPassword } from './lib/passwords.ts'
import type { Mailer } from './mail-transport/mailer.ts'
import type { Media } from './media/media.ts'
import type { Outbound } from './outbound/outbound.ts'
import type { Live } from './realtime/live.ts'

/** Dependencies that services receive. Each service declares the part it needs. */
export interface Deps {
  config: Config
  /** Signs cookies and tokens. */
  secret: string
  databaseKind: DatabaseKind
  db: Database
  transact: Transact
  blobs: BlobStore
  jobs: JobQueue
  live: Live
  hashPassword: HashPassword
  media: Media
  mailer: Mailer
  outbound: Outbound
  now: () => Date
  newId: () => string
  /** Interval at which running transfers are checked for revoked access. */
  transferCheckMs: number
  log: FastifyBaseLogger
}
