import { mkdir, open, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { messageOf } from './compose.ts'
import type { Mailer } from './mailer.ts'

/** Letters hold links that let their readers in. */
const FOR_US_ALONE = 0o600

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
