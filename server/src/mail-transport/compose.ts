import { domainToASCII } from 'node:url'
import type { Mail } from './mailer.ts'

/** What nodemailer makes a message of: addresses as they are, so that nothing in them is read as a list. */
export const messageOf = ({ id, to, from, subject, text, html }: Mail) => ({
  messageId: `<${id}@${domainToASCII(from.address.slice(from.address.lastIndexOf('@') + 1))}>`,
  from,
  to: { name: '', address: to },
  subject,
  text,
  html,
  // RFC 3834: nobody's out-of-office note should answer.
  headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
  // What a letter holds is all in it.
  disableFileAccess: true,
  disableUrlAccess: true,
})
