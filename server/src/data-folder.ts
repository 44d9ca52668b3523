import { constants } from 'node:fs'
import { access, chmod, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'

const OWNER_ONLY = { umask: 0o077, folder: 0o700, file: 0o600 }
/** The group opens what it knows the name of and may read, and lists nothing. */
const GROUP_PASSES = 0o710

/**
 * Paths that an earlier version may have left readable. Contents need no change, because
 * their folder is private.
 */
const FOLDERS = ['outbox']
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

interface FolderOptions {
  log: FastifyBaseLogger
  /** Whether the group of the process, with nginx in it, may pass through to contents. */
  groupReadsContents: boolean
}

/**
 * Creates the data folder if needed, and makes it and everything written from now on private to the
 * process's user.
 * @throws the file system error if the folder is not writable
 */
export async function openDataFolder(
  dir: string,
  { log, groupReadsContents }: FolderOptions,
): Promise<void> {
  process.umask(OWNER_ONLY.umask)
  const contents = join(dir, 'blobs')
  await mkdir(groupReadsContents ? contents : dir, { recursive: true })
  for (const name of FOLDERS) await restrict(join(dir, name), OWNER_ONLY.folder, log)
  const passed = groupReadsContents ? GROUP_PASSES : OWNER_ONLY.folder
  for (const path of [contents, dir]) await restrict(path, passed, log)
  for (const name of FILES) await restrict(join(dir, name), OWNER_ONLY.file, log)
  await access(dir, constants.R_OK | constants.W_OK | constants.X_OK)
}
