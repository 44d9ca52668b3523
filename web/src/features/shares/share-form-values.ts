import { DOWNLOADS_MAX, SHARE_EXPIRY_HOURS, SHARE_MAILS } from '@coffer/contract/shares'
import i18next from 'i18next'
import { isEmail } from '../../ui/form/emails.ts'

export type ExpiryHours = (typeof SHARE_EXPIRY_HOURS)[number]

/** Null never ends. */
export const hoursOf = (text: string): ExpiryHours | null =>
  SHARE_EXPIRY_HOURS.find(hours => String(hours) === text) ?? null

/** @returns undefined for what is no limit */
export function limitOf(text: string): number | null | undefined {
  const typed = text.trim()
  if (typed === '') return null
  const limit = Number(typed)
  return /^\d+$/.test(typed) && limit >= 1 && limit <= DOWNLOADS_MAX ? limit : undefined
}

export const limitError = (): string => i18next.t('shares.limit_fault', { most: DOWNLOADS_MAX })

/** What speaks against sending to these; null when nothing does. */
export function emailsError(emails: readonly string[]): string | null {
  const wrong = emails.find(email => !isEmail(email))
  if (wrong !== undefined) return i18next.t('shares.email_wrong', { email: wrong })
  return emails.length > SHARE_MAILS ? i18next.t('shares.emails_many', { most: SHARE_MAILS }) : null
}

/** The server names one of several addresses by its place. */
export const emailsRefusal = (faults: Record<string, string>): string | undefined =>
  Object.entries(faults).find(([field]) => field.startsWith('emails'))?.[1]
