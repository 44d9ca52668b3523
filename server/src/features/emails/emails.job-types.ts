import { LocaleTag, PLAIN_TEXT } from '@coffer/contract'
import { Email } from '@coffer/contract/email-address'
import { ACCOUNT_ALERTS, BUTTONS, NOTIFICATION_TYPES } from '@coffer/contract/notifications'
import { z } from 'zod'
import type { QueueSummary } from '../../jobs/queue.ts'

/** Text without line breaks, because it may be part of a header such as the subject (header injection). */
const Line = z.string().min(1).max(1000).regex(PLAIN_TEXT)
/** A path on this server; emails never link to other hosts. */
const Path = z.string().regex(/^\/(?![/\\])[^\s\\]*$/)
/** Text written by a user, with line breaks. */
const LongText = z.string().max(5000)
const Time = z.iso.datetime()
/** Id of a link. Its token is created only when the email is sent, so that queued jobs hold no tokens. */
const LinkId = z.string().regex(/^[\w-]+$/)

/** Maximum number of files listed in a receipt; the rest are counted. */
export const FILES_LISTED = 200

const TEMPLATES = {
  'confirm-address': z.object({
    link: LinkId,
    expires_at: Time,
    /** Absent for the email of a new account. */
    purpose: z.literal('change').optional(),
  }),
  'account-exists': z.object({}),
  'recover-password': z.object({ link: LinkId, expires_at: Time }),
  /** An administrator's invitation to choose a password. */
  'user-invitation': z.object({
    inviter: Line,
    link: LinkId,
    message: LongText.optional(),
    expires_at: Time,
  }),
  'account-alert': z.object({
    type: z.enum(ACCOUNT_ALERTS),
    params: z.record(z.string(), Line),
    at: Time,
  }),
  'archive-ready': z.object({ size_bytes: z.int(), expires_at: Time }),
  'account-deleted': z.object({ at: Time }),
  'team-invitation': z.object({
    inviter: Line,
    folder: Line,
    permission: z.enum(['can_edit', 'can_view']),
    has_account: z.boolean(),
    invitation: z.uuid(),
  }),
  'share-link': z.object({
    sender: Line,
    item: Line,
    message: LongText.optional(),
    protected: z.boolean(),
    expires_at: Time.nullable(),
    path: Path,
  }),
  'upload-request': z.object({
    asker: Line,
    name: Line,
    note: LongText.optional(),
    expires_at: Time.nullable(),
    path: Path,
  }),
  'upload-request-filled': z.object({
    name: Line,
    files: z.int().nonnegative(),
    /** Requested documents that are missing; absent in jobs queued by earlier versions. */
    missing: z.string().max(5000).regex(PLAIN_TEXT).optional(),
    path: Path,
  }),
  'upload-receipt': z.object({
    receiver: Line,
    name: Line,
    received_at: Time,
    /** Includes files that are not listed. */
    total: z.object({ files: z.int().nonnegative(), bytes: z.int().nonnegative() }),
    files: z
      .array(z.object({ name: Line, size_bytes: z.int(), sha256: z.string().nullable() }))
      .max(FILES_LISTED),
  }),
  /** A message from the contact form to the administrators. */
  contact: z.object({ from: Email, message: LongText }),
  /** Shows an administrator that the mail settings work. */
  'mail-test': z.object({ at: Time }),
  notification: z.object({
    type: z.enum(NOTIFICATION_TYPES),
    params: z.record(z.string(), z.union([Line, z.number()])),
    /** Text key and path of the button. */
    action: z.object({ button: z.enum(BUTTONS), path: Path }).nullable(),
  }),
} as const

type Templates = typeof TEMPLATES
export type Template = keyof Templates
export type DataOf<T extends Template> = z.output<Templates[T]>

/** Template and data of a queued email; it is translated when it is sent. */
export type QueuedEmail = {
  [T in Template]: { template: T; data: DataOf<T> }
}[Template]

export interface MailRecipient {
  to: string
  /** Null means the language of the installation. */
  language: string | null
}

const order = z.discriminatedUnion(
  'template',
  Object.entries(TEMPLATES).map(([name, data]) =>
    z.object({ template: z.literal(name), data }),
  ) as never,
) as unknown as z.ZodType<QueuedEmail>

export const mailJob = {
  name: 'mail.send',
  payload: z.object({
    /** Id of the email, the same on every attempt. */
    id: z.uuid(),
    to: Email,
    language: LocaleTag.nullable(),
    order,
  }),
  // With the queue's backoff this covers several hours without a mail server.
  attempts: 12,
}
export type MailPayload = z.output<typeof mailJob.payload>

/** Sent before other emails, which may be thousands of invitations or notifications. */
export const urgentMailJob = { ...mailJob, name: 'mail.send-urgent', isUrgent: true }

export const MAIL_JOBS: readonly string[] = [mailJob.name, urgentMailJob.name]

/** Counts the emails that are sent again after a failure. */
export const countRetriedEmails = ({ retrying }: Pick<QueueSummary, 'retrying'>): number =>
  MAIL_JOBS.reduce((sum, name) => sum + (retrying.get(name) ?? 0), 0)

/** Emails that their recipients wait for, or that warn them of an attack. */
const URGENT: readonly Template[] = [
  'confirm-address',
  'account-exists',
  'recover-password',
  'account-alert',
]

export const mailJobOf = ({ template }: QueuedEmail): typeof mailJob =>
  URGENT.includes(template) ? urgentMailJob : mailJob
