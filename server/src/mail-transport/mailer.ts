/** A whole letter, as a transport takes it. */
export interface Mail {
  /** Alike on every attempt: a letter that is sent twice is told from two letters by it. */
  id: string
  to: string
  from: { name: string; address: string }
  subject: string
  text: string
  html: string
}

/** Brings letters away: the contract that both transports fulfil. */
export interface Mailer {
  /** @throws MailNotSent, which says why without saying to whom */
  send(mail: Mail): Promise<void>
}
