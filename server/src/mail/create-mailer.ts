import { join } from 'node:path'
import type { Config } from '../config.ts'
import type { Mailer } from './mailer.ts'
import { createOutbox } from './outbox.ts'
import { createSmtp } from './smtp.ts'

/** By the server that `SMTP_URL` names, or into a folder until there is one. */
export const createMailer = ({ mail, dataDir }: Pick<Config, 'mail' | 'dataDir'>): Mailer =>
  mail.smtpUrl === undefined ? createOutbox(join(dataDir, 'outbox')) : createSmtp(mail.smtpUrl)
