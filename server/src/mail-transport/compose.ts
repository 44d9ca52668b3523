import { domainToASCII } from 'node:url'
import type { Mail } from './mailer.ts'

/**
 * A message for nodemailer. Addresses are passed as objects, so that nothing in them is parsed as a
 * list.
 */
export const messageOf = ({ id, to, from, replyTo, subject, text, html, pictures }: Mail) => ({
  messageId: `<${id}@${domainToASCII(from.address.slice(from.address.lastIndexOf('@') + 1))}>`,
  from,
  to: { name: '', address: to },
  ...(replyTo !== undefined && { replyTo: { name: '', address: replyTo } }),
  subject,
  text,
  html,
  attachments: pictures.map(picture => ({
    cid: picture.id,
    filename: `${picture.id}.${picture.type.slice('image/'.length)}`,
    content: Buffer.from(picture.content),
    contentType: picture.type,
    contentDisposition: 'inline' as const,
  })),
  // RFC 3834: prevents automatic replies.
  headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
  // Emails are self-contained.
  disableFileAccess: true,
  disableUrlAccess: true,
})
