import { LOCALES, PLAIN_TEXT } from '@coffer/contract'
import { Email } from '@coffer/contract/email-address'
import { ACCOUNT_ALERTS, BUTTONS, NOTIFICATION_TYPES } from '@coffer/contract/notifications'
import { z } from 'zod'

/** May stand in a subject, so nothing in it begins a line of its own (header injection). */
const Line = z.string().min(1).max(1000).regex(PLAIN_TEXT)
/** On this very server: no letter leads anywhere else. */
const Path = z.string().regex(/^\/(?![/\\])[^\s\\]*$/)
/** Somebody's own words. */
const LongText = z.string().max(5000)
const Time = z.iso.datetime()
/** Made a link only when the letter is written: what waits in the queue lets nobody in. */
const LetterLink = z.string().regex(/^[\w-]+$/)

/** Files listed one by one; of the rest the number is told. */
export const FILES_LISTED = 200

const TEMPLATES = {
  'confirm-address': z.object({ link: LetterLink, expires_at: Time }),
  'account-exists': z.object({}),
  'recover-password': z.object({ link: LetterLink, expires_at: Time }),
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
    /** The requested documents that did not come; letters queued by earlier versions don't say. */
    missing: z.string().max(5000).regex(PLAIN_TEXT).optional(),
    path: Path,
  }),
  'upload-receipt': z.object({
    receiver: Line,
    name: Line,
    received_at: Time,
    /** All that were sent, also those that are not listed. */
    total: z.object({ files: z.int().nonnegative(), bytes: z.int().nonnegative() }),
    files: z
      .array(z.object({ name: Line, size_bytes: z.int(), sha256: z.string().nullable() }))
      .max(FILES_LISTED),
  }),
  /** What somebody writes to those who run this server. */
  contact: z.object({ from: Email, message: LongText }),
  notification: z.object({
    type: z.enum(NOTIFICATION_TYPES),
    params: z.record(z.string(), z.union([Line, z.number()])),
    /** What the button says and where it leads. */
    action: z.object({ button: z.enum(BUTTONS), path: Path }).nullable(),
  }),
} as const

type Templates = typeof TEMPLATES
export type Template = keyof Templates
export type DataOf<T extends Template> = z.output<Templates[T]>

/** A letter to be written: what it says is settled, its words are chosen when it is. */
export type QueuedEmail = {
  [T in Template]: { template: T; data: DataOf<T> }
}[Template]

export interface MailRecipient {
  to: string
  /** Null: as the installation speaks. */
  language: (typeof LOCALES)[number] | null
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
    /** The letter's own, alike on every attempt. */
    id: z.uuid(),
    to: Email,
    language: z.enum(LOCALES).nullable(),
    order,
  }),
  // With the pauses of the queue a mail server may be away for some hours.
  attempts: 12,
}
