import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { syncFolder } from '../files/folder-sync.ts'
import { messageOf } from './compose.ts'
import type { Mail } from './mailer.ts'

/** Emails contain sign-in links. */
const PRIVATE_MODE = 0o600

/** Path of the outbox in a data folder. */
export const outboxOf = (dataDir: string): string => join(dataDir, 'outbox')

/** Writes an email to a file of its own, atomically; any mail program opens it. */
export async function writeToOutbox(folder: string, mail: Mail): Promise<void> {
  const { createTransport } = await import('nodemailer')
  const writer = createTransport({ streamTransport: true, buffer: true })
  const { message } = await writer.sendMail(messageOf(mail))
  const created = await mkdir(folder, { recursive: true })
  if (created !== undefined) await syncFolder(dirname(created))
  const path = join(folder, `${mail.id}.eml`)
  const file = await open(`${path}.part`, 'w', PRIVATE_MODE)
  try {
    await file.writeFile(message as Buffer)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(`${path}.part`, path)
  await syncFolder(folder)
}

/** Removes emails written before a time, including partial ones of a killed process. */
export async function clearOutbox(folder: string, before: Date): Promise<void> {
  for (const name of await namesIn(folder)) {
    if (!/\.eml(\.part)?$/.test(name)) continue
    const path = join(folder, name)
    const written = await stat(path).catch(ignoreMissing)
    if (written && written.mtime < before) await rm(path, { force: true })
  }
}

const namesIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder).catch(ignoreMissing)) ?? []

/** Ignores a folder that does not exist yet, and files another process has removed. */
function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
