import { MAX_DOWNLOADS, SHARE_EXPIRY_HOURS, SHARE_MAILS } from '@coffer/contract/shares'
import i18next from 'i18next'
import { isEmail } from '../../ui/form/emails.ts'

export type ExpiryHours = (typeof SHARE_EXPIRY_HOURS)[number]

/** Parses an expiry time in hours; null means never. */
export const hoursOf = (text: string): ExpiryHours | null =>
  SHARE_EXPIRY_HOURS.find(hours => String(hours) === text) ?? null

/** Parses a download limit; null means none. @returns undefined for an invalid limit */
export function limitOf(text: string): number | null | undefined {
  const typed = text.trim()
  if (typed === '') return null
  const limit = Number(typed)
  return /^\d+$/.test(typed) && limit >= 1 && limit <= MAX_DOWNLOADS ? limit : undefined
}

export const limitError = (): string => i18next.t('shares.limit_error', { most: MAX_DOWNLOADS })

/** Returns the error of a list of emails; null when they are valid. */
export function emailsError(emails: readonly string[]): string | null {
  const invalid = emails.find(email => !isEmail(email))
  if (invalid !== undefined) return i18next.t('shares.email_wrong', { email: invalid })
  return emails.length > SHARE_MAILS ? i18next.t('shares.emails_many', { most: SHARE_MAILS }) : null
}

/** Returns the server's error for any of the emails, whose fields are named by index. */
export const serverEmailsError = (errors: Record<string, string>): string | undefined =>
  Object.entries(errors).find(([field]) => field.startsWith('emails'))?.[1]
