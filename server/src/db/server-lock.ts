import { join } from 'node:path'
import Sqlite from 'better-sqlite3'

/** Covers a restart in which the former process is still closing. */
const WAIT_MS = 1000

/** Another server uses the data folder; operators read the message. */
class FolderInUse extends Error {
  override readonly name = 'FolderInUse'
}

/**
 * Locks a data folder for one server on SQLite. It is a lock of the operating system on a file, so
 * that it ends with the process in every case; SQLite takes it on every platform.
 * @returns a function that releases it
 * @throws FolderInUse while another server has it
 */
export function lockDataFolder(dataDir: string): () => void {
  const lock = new Sqlite(join(dataDir, 'server.lock'), { timeout: WAIT_MS })
  try {
    lock.exec('begin exclusive')
  } catch (cause) {
    lock.close()
    if ((cause as { code?: string }).code !== 'SQLITE_BUSY') throw cause
    throw new FolderInUse(
      `The database in ${dataDir} is used by another server: stop it first, or use PostgreSQL for several servers`,
      { cause },
    )
  }
  return () => void lock.close()
}
