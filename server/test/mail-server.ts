import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

export type MailServer = Awaited<ReturnType<typeof createMailServer>>

/** A real mail server that rejects on request. */
export async function createMailServer() {
  const received: string[] = []
  const envelopes: string[][] = []
  let refusal: { responseCode: number; message: string } | undefined
  let held = Promise.resolve()
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    async onRcptTo({ address }, _, done) {
      await held
      if (!refusal) return done()
      const { responseCode, message } = refusal
      done(Object.assign(new Error(`${message} <${address}>`), { responseCode }))
    },
    onData(stream, session, done) {
      const parts: Buffer[] = []
      stream.on('data', part => parts.push(part))
      stream.on('end', () => {
        received.push(Buffer.concat(parts).toString())
        envelopes.push(session.envelope.rcptTo.map(({ address }) => address))
        done()
      })
    },
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', () => resolve()))
  const address = server.server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    envelopes,
    /** Emails to an address since the last call, oldest first. */
    async emailsTo(address: string): Promise<Email[]> {
      const all = envelopes.map((to, index) => ({ to, raw: received[index] ?? '' }))
      const matching = all.filter(({ to }) => to.includes(address.toLowerCase()))
      for (const { raw } of matching) {
        const index = received.indexOf(raw)
        received.splice(index, 1)
        envelopes.splice(index, 1)
      }
      return Promise.all(matching.map(({ raw }) => PostalMime.parse(raw)))
    },
    refuse(answer: typeof refusal) {
      refusal = answer
    },
    /** Takes no email until the returned function is called. */
    hold(): () => void {
      const { promise, resolve } = Promise.withResolvers<void>()
      held = promise
      return resolve
    },
    countConnections: () => server.connections.size,
    close: () => new Promise<void>(resolve => server.close(() => resolve())),
  }
}

/** The token of the link in an email. */
export const tokenIn = ({ text = '' }: Email): string =>
  decodeURIComponent(/[?&]token=([^\s&]+)/.exec(text)?.[1] ?? '')
