import { TimedOut } from '../jobs/attempt.ts'
import { messageOf } from './compose.ts'
import type { Mail, MailServer } from './mailer.ts'

/** An unresponsive server is tried again later. */
const TIMEOUT_MS = 30_000
/** How long an email may still take at a stop; shorter than a stop waits for jobs. */
const FINISH_MS = 3_000
/** An administrator waits for the answer. */
const TEST_TIMEOUT_MS = 10_000

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

const optionsOf = (server: MailServer) =>
  'url' in server
    ? { url: server.url }
    : {
        host: server.host,
        port: server.port,
        secure: server.encryption === 'ssl',
        requireTLS: server.encryption === 'tls',
        ignoreTLS: server.encryption === 'none',
        ...(server.login && { auth: { user: server.login.user, pass: server.login.password } }),
      }

interface Sending {
  timeoutMs: number
  /** Closes the connection. */
  signal?: AbortSignal
}

/** Opens a connection per email; none is kept open in between. @returns the server's answer */
async function send(
  server: MailServer,
  mail: Mail,
  { timeoutMs, signal }: Sending,
): Promise<string> {
  // Imported here, so that servers that send no email do not load it.
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({
    ...optionsOf(server),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
  })
  try {
    return (await transport.sendMail({ ...messageOf(mail), signal })).response
  } finally {
    transport.close()
  }
}

/** A signal that follows the one of a job, at a stop later. */
function endOf(signal: AbortSignal): AbortSignal {
  const controller = new AbortController()
  const abort = () => {
    const { reason } = signal
    // A job that takes too long is not awaited: its next attempt would send the email again.
    if (reason instanceof TimedOut) controller.abort(reason)
    else setTimeout(() => controller.abort(reason), FINISH_MS).unref()
  }
  signal.addEventListener('abort', abort, { once: true })
  return controller.signal
}

/**
 * Sends an email unless the signal is aborted. One that is being sent at a stop has a moment to be
 * finished, as servers may deliver an email whose connection is closed, and it would be sent again.
 * @throws MailNotSent
 */
export async function sendBySmtp(
  server: MailServer,
  mail: Mail,
  signal: AbortSignal,
): Promise<void> {
  signal.throwIfAborted()
  try {
    await send(server, mail, { timeoutMs: TIMEOUT_MS, signal: endOf(signal) })
  } catch (error) {
    throw new MailNotSent(error as SmtpError)
  }
}

/**
 * Sends an email to the administrator who tests a server.
 * @returns what the server answered, or why there was no answer
 */
export async function testSmtp(
  server: MailServer,
  mail: Mail,
): Promise<{ isSent: boolean; answer: string }> {
  try {
    return { isSent: true, answer: await send(server, mail, { timeoutMs: TEST_TIMEOUT_MS }) }
  } catch (error) {
    const { response, message } = error as { response?: string; message: string }
    return { isSent: false, answer: response ?? message }
  }
}
