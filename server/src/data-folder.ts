import { constants } from 'node:fs'
import { access, chmod, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'

const OWNER_ONLY = { umask: 0o077, folder: 0o700, file: 0o600 }

/**
 * Paths that an earlier version may have left readable. Blobs need no change, because their folder
 * is private.
 */
const FOLDERS = ['blobs', 'outbox']
const FILES = ['coffer.db', 'coffer.db-wal', 'coffer.db-shm', 'secret.key', 'database.json']

async function restrict(path: string, mode: number, log: FastifyBaseLogger): Promise<void> {
  try {
    await chmod(path, mode)
  } catch (err) {
    const { code } = err as NodeJS.ErrnoException
    // Some mounted folders belong to another user or do not support modes.
    if (code !== 'ENOENT') log.warn({ err, path }, 'other users may be able to read the data')
  }
}

/**
 * Creates the data folder if needed, and makes it and everything written from now on private to the
 * process's user.
 * @throws the file system error if the folder is not writable
 */
export async function openDataFolder(dir: string, log: FastifyBaseLogger): Promise<void> {
  process.umask(OWNER_ONLY.umask)
  await mkdir(dir, { recursive: true })
  await restrict(dir, OWNER_ONLY.folder, log)
  for (const name of FOLDERS) await restrict(join(dir, name), OWNER_ONLY.folder, log)
  for (const name of FILES) await restrict(join(dir, name), OWNER_ONLY.file, log)
  await access(dir, constants.R_OK | constants.W_OK | constants.X_OK)
}
