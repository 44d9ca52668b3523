import { messageOf } from './compose.ts'
import type { Mailer } from './mailer.ts'

/** A server that says nothing for so long is tried again later. */
const PATIENCE_MS = 30_000

interface SmtpFault {
  code?: string
  responseCode?: number
}

/** Servers put the address into what they answer, and reasons are logged and kept: only codes go on. */
class MailNotSent extends Error {
  override readonly name = 'MailNotSent'

  constructor({ code = 'unknown', responseCode }: SmtpFault) {
    super(`The mail server did not take it (${[code, responseCode].filter(Boolean).join(' ')}).`)
  }
}

/** A connection for each letter: nothing is kept open while nobody writes. */
export const createSmtp = (url: string): Mailer => ({
  async send(mail) {
    // Only here, so that a server that writes no letters does not hold it in memory.
    const { createTransport } = await import('nodemailer')
    const transport = createTransport({
      url,
      connectionTimeout: PATIENCE_MS,
      greetingTimeout: PATIENCE_MS,
      socketTimeout: PATIENCE_MS,
    })
    try {
      await transport.sendMail(messageOf(mail))
    } catch (error) {
      throw new MailNotSent(error as SmtpFault)
    } finally {
      transport.close()
    }
  },
})
