import { Email } from '@coffer/contract/email-address'

export const isEmail = (text: string): boolean => Email.safeParse(text).success

const normalise = (text: string): string => text.trim().toLowerCase()

/**
 * Splits typed or pasted text into addresses at commas, semicolons, spaces and line breaks, without
 * duplicates.
 */
export function emailsIn(text: string, existing: readonly string[] = []): string[] {
  const emails = text.split(/[\s,;<>]+/).map(normalise)
  return [...new Set([...existing, ...emails.filter(Boolean)])]
}
