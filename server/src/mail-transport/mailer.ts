/** A complete email, ready to be sent. */
export interface Mail {
  /** Equal on every attempt, so that a duplicate can be recognized. */
  id: string
  to: string
  from: { name: string; address: string }
  subject: string
  text: string
  html: string
}

/** Sends emails; implemented by both transports. */
export interface Mailer {
  /** @throws MailNotSent, whose message does not contain the recipient */
  send(mail: Mail): Promise<void>
}
