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

/** Queues an email in the caller's transaction; a job sends it after the commit. */
export function sendMail(
  tx: Db,
  { jobs, newId }: Pick<Deps, 'jobs' | 'newId'>,
  { to, language, ...order }: MailRecipient & QueuedEmail,
): Promise<void> {
  return jobs.add(tx, mailJob, { id: newId(), to, language, order })
}

/**
 * Returns the base URL of links. It never comes from the request that causes the email, because a
 * forged Host header would put an attacker's URL into it.
 */
const originOf = ({ appUrl, port }: Deps['config'], { known_address }: Settings): string =>
  appUrl ?? known_address ?? `http://localhost:${port}`

/** Renders a queued email in the recipient's language and sends it. */
export async function sendQueuedEmail(
  { db, mailer, config, secret }: Pick<Deps, 'db' | 'mailer' | 'config' | 'secret'>,
  { id, to, language, order }: z.output<typeof mailJob.payload>,
): Promise<void> {
  const settings = await readSettings(db)
  const recipient = await findRecipient(db, to)
  const email = renderEmail(order, {
    app: settings.app_title,
    language: recipient?.language ?? language ?? settings.language,
    timeZone: recipient?.timezone ?? null,
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

/** Emails in the outbox contain links, so they are not kept forever. */
const RETENTION_MS = 30 * 86_400_000

/** Deletes old emails from the outbox, even if a mail server has been configured since. */
export const deleteOldEmails = ({ config, now }: Pick<Deps, 'config' | 'now'>): Promise<void> =>
  clearOutbox(outboxOf(config.dataDir), new Date(now().getTime() - RETENTION_MS))
