import type { Config } from '../config.ts'
import type { Mailer } from './mailer.ts'
import { createOutbox, outboxOf } from './outbox.ts'
import { createSmtp } from './smtp.ts'

/** By the server that `SMTP_URL` names, or into a folder until there is one. */
export const createMailer = ({ mail, dataDir }: Pick<Config, 'mail' | 'dataDir'>): Mailer =>
  mail.smtpUrl === undefined ? createOutbox(outboxOf(dataDir)) : createSmtp(mail.smtpUrl)
