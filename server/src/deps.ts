import type { FastifyBaseLogger } from 'fastify'
import type { Config } from './config.ts'
import type { Database, DatabaseKind } from './db/open.ts'
import type { Transact } from './db/transact.ts'
import type { SettingsSnapshot } from './features/settings/settings-snapshot.ts'
import type { UploadLeases } from './features/uploads/upload-leases.ts'
import type { Blobs } from './files/blobs.ts'
import type { JobStore } from './jobs/queue.ts'
import type { HashPassword } from './lib/passwords.ts'
import type { Mailer } from './mail-transport/mailer.ts'
import type { Media } from './media/media.ts'
import type { Outbound } from './outbound/outbound.ts'
import type { ProcessReport } from './process-report.ts'
import type { Live } from './realtime/live.ts'

/** Dependencies that services receive. Each service declares the part it needs. */
export interface Deps {
  config: Config
  /** Signs cookies and tokens. */
  secret: string
  databaseKind: DatabaseKind
  /** PostgreSQL only; contains the password. */
  databaseUrl: string | undefined
  db: Database
  transact: Transact
  blobs: Blobs
  /** Follows a change of the settings that name the stores. */
  followStores: () => Promise<void>
  jobs: JobStore
  live: Live
  hashPassword: HashPassword
  media: Media
  mailer: Mailer
  /** The settings for checks of every request; other code reads them from the database. */
  settings: { read: () => Promise<SettingsSnapshot>; invalidate: () => void }
  outbound: Outbound
  uploadLeases: UploadLeases
  /** Collects the report of this process for administrators. */
  report: ProcessReport
  now: () => Date
  newId: () => string
  /** Interval at which running transfers are checked for revoked access. */
  transferCheckMs: number
  log: FastifyBaseLogger
}
