import { accentTheme } from '@coffer/contract/accent-color'
import type { Db } from '../../db/open.ts'
import type { Deps } from '../../deps.ts'
import { createEmailToken, invitationToken } from '../../lib/email-tokens.ts'
import { isInstalled } from '../../lib/installed-languages.ts'
import type { Mail } from '../../mail-transport/mailer.ts'
import { clearOutbox, outboxOf } from '../../mail-transport/outbox.ts'
import { refreshLanguages } from '../languages/index.ts'
import { readLogo } from '../logos/index.ts'
import {
  readEffectiveSettings,
  readMailServer,
  type Settings,
  senderOf,
} from '../settings/index.ts'
import { LOGO_ID, renderHtml } from './email-html.ts'
import { renderText } from './email-text.ts'
import {
  type MailPayload,
  type MailRecipient,
  mailJobOf,
  type QueuedEmail,
} from './emails.job-types.ts'
import { findRecipientByEmail } from './recipients.repository.ts'
import { renderEmail } from './templates.ts'

type QueueDeps = Pick<Deps, 'jobs' | 'newId'>

/** Demo and removed accounts have addresses that no server delivers to (RFC 2606). */
const isDeliverable = ({ to }: MailRecipient): boolean => !to.endsWith('.invalid')

/**
 * Queues an email for each recipient in the caller's transaction, in one statement; jobs send them
 * after the commit.
 */
export async function sendMails(
  tx: Db,
  { jobs, newId }: QueueDeps,
  recipients: readonly MailRecipient[],
  order: QueuedEmail,
): Promise<void> {
  const emails = recipients
    .filter(isDeliverable)
    .map(({ to, language }) => ({ id: newId(), to, language, order }))
  if (emails.length > 0) await jobs.addAll(tx, mailJobOf(order), emails)
}

/** Queues one email, as `sendMails` does. */
export const sendMail = (
  tx: Db,
  deps: QueueDeps,
  { to, language, ...order }: MailRecipient & QueuedEmail,
): Promise<void> => sendMails(tx, deps, [{ to, language }], order)

/**
 * Returns the base URL of links. It never comes from the request that causes the email, because a
 * forged Host header would put an attacker's URL into it.
 */
export const originOf = ({ appUrl, port }: Deps['config'], { known_address }: Settings): string =>
  appUrl ?? known_address ?? `http://localhost:${port}`

/** The first of the languages that has not been deleted. */
const firstInstalled = (...locales: (string | null | undefined)[]): string | undefined =>
  locales.find(locale => locale != null && isInstalled(locale)) ?? undefined

type MailDeps = Pick<Deps, 'db' | 'mailer' | 'config' | 'secret' | 'blobs'>

/** Every email carries the logo, so it has to be small. */
const MAX_LOGO_BYTES = 100_000

/** Renders an email in the recipient's language. */
export async function composeMail(
  { db, config, secret, blobs }: MailDeps,
  settings: Settings,
  { id, to, language, order }: MailPayload,
): Promise<Mail> {
  const recipient = await findRecipientByEmail(db, to)
  const email = renderEmail(order, {
    app: settings.app_title,
    language: firstInstalled(recipient?.language, language) ?? settings.language,
    timeZone: recipient?.timezone ?? settings.timezone,
    origin: originOf(config, settings),
    tokenOf: link => createEmailToken(secret, link),
    invitationTokenOf: invitation => invitationToken(secret, invitation, to),
  })
  const logo = await readLogo({ blobs }, settings, 'app_logo')
  const pictures =
    logo !== null && logo.content.length <= MAX_LOGO_BYTES ? [{ id: LOGO_ID, ...logo }] : []
  return {
    id,
    to,
    from: senderOf(settings, config),
    replyTo: email.replyTo,
    subject: email.subject,
    text: renderText(email),
    html: renderHtml(email, {
      accent: accentTheme(settings.app_color),
      hasLogo: pictures.length > 0,
    }),
    pictures,
  }
}

/** Renders a queued email in the recipient's language and sends it. */
export async function sendQueuedEmail(
  deps: MailDeps,
  payload: MailPayload,
  signal: AbortSignal,
): Promise<void> {
  // Another process may have changed the texts.
  await refreshLanguages(deps.db)
  const settings = await readEffectiveSettings(deps.db, deps)
  const mail = await composeMail(deps, settings, payload)
  await deps.mailer.send(mail, await readMailServer(deps), signal)
}

/** Emails in the outbox contain links, so they are not kept forever. */
const RETENTION_MS = 30 * 86_400_000

/** Deletes old emails from the outbox, even if a mail server has been configured since. */
export const deleteOldEmails = ({ config, now }: Pick<Deps, 'config' | 'now'>): Promise<void> =>
  clearOutbox(outboxOf(config.dataDir), new Date(now().getTime() - RETENTION_MS))
