import { constants } from 'node:fs'
import { access, chmod, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'

const OWNER_ONLY = { umask: 0o077, folder: 0o700, file: 0o600 }

/** What an earlier version may have left readable. Contents need no change: their folder is closed. */
const FOLDERS = ['blobs', 'outbox']
const FILES = ['coffer.db', 'coffer.db-wal', 'coffer.db-shm', 'secret.key']

async function restrict(path: string, mode: number, log: FastifyBaseLogger): Promise<void> {
  try {
    await chmod(path, mode)
  } catch (err) {
    const { code } = err as NodeJS.ErrnoException
    // Some mounted folders belong to another user, or know no modes.
    if (code !== 'ENOENT') log.warn({ err, path }, 'other users may be able to read the data')
  }
}

/**
 * Makes the data folder, if need be, and keeps other users of the machine out of it and of all that is written from now
 * on.
 * @throws what the file system says when it can't be written
 */
export async function openDataFolder(dir: string, log: FastifyBaseLogger): Promise<void> {
  process.umask(OWNER_ONLY.umask)
  await mkdir(dir, { recursive: true })
  await restrict(dir, OWNER_ONLY.folder, log)
  for (const name of FOLDERS) await restrict(join(dir, name), OWNER_ONLY.folder, log)
  for (const name of FILES) await restrict(join(dir, name), OWNER_ONLY.file, log)
  await access(dir, constants.R_OK | constants.W_OK | constants.X_OK)
}
