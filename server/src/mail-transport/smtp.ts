import { messageOf } from './compose.ts'
import type { Mailer } from './mailer.ts'

/** An unresponsive server is tried again later. */
const TIMEOUT_MS = 30_000

interface SmtpError {
  code?: string
  responseCode?: number
}

/**
 * Servers repeat the address in their replies, and reasons are logged and stored, so only codes are
 * passed on.
 */
class MailNotSent extends Error {
  override readonly name = 'MailNotSent'

  constructor({ code = 'unknown', responseCode }: SmtpError) {
    super(`The mail server did not take it (${[code, responseCode].filter(Boolean).join(' ')}).`)
  }
}

/** Opens a connection per email; none is kept open in between. */
export const createSmtp = (url: string): Mailer => ({
  async send(mail) {
    // Imported here, so that servers that send no email do not load it.
    const { createTransport } = await import('nodemailer')
    const transport = createTransport({
      url,
      connectionTimeout: TIMEOUT_MS,
      greetingTimeout: TIMEOUT_MS,
      socketTimeout: TIMEOUT_MS,
    })
    try {
      await transport.sendMail(messageOf(mail))
    } catch (error) {
      throw new MailNotSent(error as SmtpError)
    } finally {
      transport.close()
    }
  },
})
