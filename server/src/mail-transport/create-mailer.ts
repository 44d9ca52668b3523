import type { Config } from '../config.ts'
import type { Mailer } from './mailer.ts'
import { outboxOf, writeToOutbox } from './outbox.ts'
import { sendBySmtp } from './smtp.ts'

/** The server is chosen for each email, so that a changed setting applies at once. */
export const createMailer = ({ dataDir }: Pick<Config, 'dataDir'>): Mailer => ({
  async send(mail, server, signal) {
    if (server === undefined) await writeToOutbox(outboxOf(dataDir), mail)
    else await sendBySmtp(server, mail, signal)
  },
})
