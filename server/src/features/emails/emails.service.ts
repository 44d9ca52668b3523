import type { z } from 'zod'
import type { Db } from '../../db/open.ts'
import type { Deps } from '../../deps.ts'
import { invitationProof, letterToken } from '../../lib/email-tokens.ts'
import { clearOutbox, outboxOf } from '../../mail-transport/outbox.ts'
import { readSettings, type Settings } from '../settings/index.ts'
import { letterHtml } from './email-html.ts'
import { letterText } from './email-text.ts'
import { type Addressed, mailJob, type Order } from './emails.job-types.ts'
import { findReader } from './recipients.repository.ts'
import { writeLetter } from './templates.ts'

/** Queues a letter in the caller's transaction: it goes out if that commits, and not from a request. */
export function sendMail(
  tx: Db,
  { jobs, newId }: Pick<Deps, 'jobs' | 'newId'>,
  { to, language, ...order }: Addressed & Order,
): Promise<void> {
  return jobs.add(tx, mailJob, { id: newId(), to, language, order })
}

/**
 * Never from the headers of whoever makes us write: he could send his own address to others in our name.
 * Where nothing was set it is the address by which an administrator came.
 */
const originOf = ({ appUrl, port }: Deps['config'], { known_address }: Settings): string =>
  appUrl ?? known_address ?? `http://localhost:${port}`

export async function deliver(
  { db, mailer, config, secret }: Pick<Deps, 'db' | 'mailer' | 'config' | 'secret'>,
  { id, to, language, order }: z.output<typeof mailJob.payload>,
): Promise<void> {
  const settings = await readSettings(db)
  const reader = await findReader(db, to)
  const letter = writeLetter(order, {
    app: settings.app_title,
    language: reader?.language ?? language ?? settings.language,
    zone: reader?.timezone ?? null,
    origin: originOf(config, settings),
    tokenOf: link => letterToken(secret, link),
    proofOf: invitation => invitationProof(secret, invitation, to),
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

/** Long enough for whoever looks into the folder, and not for ever, as letters hold links. */
const KEPT_MS = 30 * 86_400_000

/** Also where a mail server was set meanwhile: what was written before lies there still. */
export const clearOldLetters = ({ config, now }: Pick<Deps, 'config' | 'now'>): Promise<void> =>
  clearOutbox(outboxOf(config.dataDir), new Date(now().getTime() - KEPT_MS))
