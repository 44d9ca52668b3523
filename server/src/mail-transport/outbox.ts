import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { messageOf } from './compose.ts'
import type { Mailer } from './mailer.ts'

/** Letters hold links that let their readers in. */
const FOR_US_ALONE = 0o600

export const outboxOf = (dataDir: string): string => join(dataDir, 'outbox')

/** One file a letter, whole or not there; any mail program opens it. */
export const createOutbox = (folder: string): Mailer => ({
  async send(mail) {
    const { createTransport } = await import('nodemailer')
    const writer = createTransport({ streamTransport: true, buffer: true })
    const { message } = await writer.sendMail(messageOf(mail))
    await mkdir(folder, { recursive: true })
    const path = join(folder, `${mail.id}.eml`)
    const file = await open(`${path}.part`, 'w', FOR_US_ALONE)
    try {
      await file.writeFile(message as Buffer)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(`${path}.part`, path)
  },
})

/** Removes letters that were written before, and what of others a killed process left. */
export async function clearOutbox(folder: string, before: Date): Promise<void> {
  for (const name of await namesIn(folder)) {
    if (!/\.eml(\.part)?$/.test(name)) continue
    const path = join(folder, name)
    const written = await stat(path).catch(unlessGone)
    if (written && written.mtime < before) await rm(path, { force: true })
  }
}

const namesIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder).catch(unlessGone)) ?? []

/** Nobody has written yet, or another process was faster. */
function unlessGone(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
