import type { z } from 'zod'
import type { Db } from '../../db/open.ts'
import type { Deps } from '../../deps.ts'
import { createEmailToken, invitationToken } from '../../lib/email-tokens.ts'
import { clearOutbox, outboxOf } from '../../mail-transport/outbox.ts'
import { readSettings, type Settings } from '../settings/index.ts'
import { renderHtml } from './email-html.ts'
import { renderText } from './email-text.ts'
import { type MailRecipient, mailJob, type QueuedEmail } from './emails.job-types.ts'
import { findRecipient } from './recipients.repository.ts'
import { renderEmail } from './templates.ts'

/** Queues a letter in the caller's transaction: it goes out if that commits, and not from a request. */
export function sendMail(
  tx: Db,
  { jobs, newId }: Pick<Deps, 'jobs' | 'newId'>,
  { to, language, ...order }: MailRecipient & QueuedEmail,
): Promise<void> {
  return jobs.add(tx, mailJob, { id: newId(), to, language, order })
}

/**
 * Never from the headers of whoever makes us write: he could send his own address to others in our name.
 * Where nothing was set it is the address by which an administrator came.
 */
const originOf = ({ appUrl, port }: Deps['config'], { known_address }: Settings): string =>
  appUrl ?? known_address ?? `http://localhost:${port}`

export async function sendQueuedEmail(
  { db, mailer, config, secret }: Pick<Deps, 'db' | 'mailer' | 'config' | 'secret'>,
  { id, to, language, order }: z.output<typeof mailJob.payload>,
): Promise<void> {
  const settings = await readSettings(db)
  const reader = await findRecipient(db, to)
  const email = renderEmail(order, {
    app: settings.app_title,
    language: reader?.language ?? language ?? settings.language,
    zone: reader?.timezone ?? null,
    origin: originOf(config, settings),
    tokenOf: link => createEmailToken(secret, link),
    invitationTokenOf: invitation => invitationToken(secret, invitation, to),
  })
  const { name, address } = config.mail.from
  await mailer.send({
    id,
    to,
    from: { name: name || settings.app_title, address },
    subject: email.subject,
    text: renderText(email),
    html: renderHtml(email),
  })
}

/** Long enough for whoever looks into the folder, and not for ever, as letters hold links. */
const KEPT_MS = 30 * 86_400_000

/** Also where a mail server was set meanwhile: what was written before lies there still. */
export const deleteOldEmails = ({ config, now }: Pick<Deps, 'config' | 'now'>): Promise<void> =>
  clearOutbox(outboxOf(config.dataDir), new Date(now().getTime() - KEPT_MS))
