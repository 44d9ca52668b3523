import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { expect } from './journey.ts'
import type { Coffer } from './server.ts'

interface ReceivedEmail {
  to: string
  subject: string
  text: string
}

/** Lists the emails in the outbox of a server without SMTP. */
async function emailsSentTo({ dataDir }: Coffer): Promise<ReceivedEmail[]> {
  const folder = join(dataDir, 'outbox')
  const names = await readdir(folder).catch(() => [])
  return Promise.all(
    names
      .filter(name => name.endsWith('.eml'))
      .map(async name => {
        const {
          to,
          subject = '',
          text = '',
        } = await PostalMime.parse(await readFile(join(folder, name)))
        return { to: to?.[0]?.address ?? '', subject, text }
      }),
  )
}

/** Waits for an email to a recipient with a matching subject. @returns its text */
export async function emailTo(coffer: Coffer, to: string, subject: RegExp): Promise<string> {
  const find = async () =>
    (await emailsSentTo(coffer)).find(message => message.to === to && subject.test(message.subject))
  await expect.poll(find, { message: `an email to ${to}` }).toBeTruthy()
  return (await find())?.text ?? ''
}
