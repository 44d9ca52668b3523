/** A complete email, ready to be sent. */
export interface Mail {
  /** Equal on every attempt, so that a duplicate can be recognized. */
  id: string
  to: string
  from: { name: string; address: string }
  /** Address that replies go to; without one they go to the sender. */
  replyTo?: string | undefined
  subject: string
  text: string
  html: string
  /** Pictures that the HTML part shows by `cid:`. */
  pictures: readonly { id: string; type: string; content: Uint8Array }[]
}

/** The server to send by. */
export type MailServer =
  | { url: string }
  | {
      host: string
      port: number
      /** `tls` requires STARTTLS, `ssl` starts with TLS. */
      encryption: 'tls' | 'ssl' | 'none'
      login: { user: string; password: string } | undefined
    }

export interface Mailer {
  /**
   * Sends an email by a server, or writes it to a folder without one.
   * @param signal ends the delivery before its job is released
   * @throws MailNotSent, whose message does not contain the recipient
   */
  send(mail: Mail, server: MailServer | undefined, signal: AbortSignal): Promise<void>
}
