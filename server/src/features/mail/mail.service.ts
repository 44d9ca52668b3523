import type { z } from 'zod'
import type { Db } from '../../db/open.ts'
import type { Deps } from '../../deps.ts'
import { readSettings } from '../settings/index.ts'
import { letterHtml } from './letter-html.ts'
import { letterText } from './letter-text.ts'
import { type Addressed, mailJob, type Order } from './mail.kind.ts'
import { writeLetter } from './templates.ts'

/** Queues a letter in the caller's transaction: it goes out if that commits, and not from a request. */
export function sendMail(
  tx: Db,
  { jobs, newId }: Pick<Deps, 'jobs' | 'newId'>,
  { to, language, ...order }: Addressed & Order,
): Promise<void> {
  return jobs.add(tx, mailJob, { id: newId(), to, language, order })
}

/** Never from a request's headers: whoever sends one could make us send his address to others. */
const originOf = ({ appUrl, port }: Deps['config']): string => appUrl ?? `http://localhost:${port}`

export async function deliver(
  { db, mailer, config }: Pick<Deps, 'db' | 'mailer' | 'config'>,
  { id, to, language, order }: z.output<typeof mailJob.payload>,
): Promise<void> {
  const settings = await readSettings(db)
  const letter = writeLetter(order, {
    app: settings.app_title,
    language: language ?? settings.language,
    origin: originOf(config),
  })
  const { name, address } = config.mail.from
  await mailer.send({
    ...{ id, to },
    from: { name: name || settings.app_title, address },
    subject: letter.subject,
    text: letterText(letter),
    html: letterHtml(letter),
  })
}
