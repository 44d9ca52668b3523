import type { Config } from '../config.ts'
import type { Mailer } from './mailer.ts'
import { createOutbox, outboxOf } from './outbox.ts'
import { createSmtp } from './smtp.ts'

/** Sends through the server in `SMTP_URL`, or writes to a folder without one. */
export const createMailer = ({ mail, dataDir }: Pick<Config, 'mail' | 'dataDir'>): Mailer =>
  mail.smtpUrl === undefined ? createOutbox(outboxOf(dataDir)) : createSmtp(mail.smtpUrl)
