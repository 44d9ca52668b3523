import { Email } from '@coffer/contract/email-address'

export const isEmail = (text: string): boolean => Email.safeParse(text).success

const normalise = (text: string): string => text.trim().toLowerCase()

/** Text between separators outside of quotation marks. */
const ENTRY = /(?:"[^"]*"|[^,;\n"])+/g

/**
 * Splits typed or pasted text into addresses at commas, semicolons, spaces and line breaks, without
 * duplicates. Of a name with an address in angle brackets only the address is kept.
 */
export function emailsIn(text: string, existing: readonly string[] = []): string[] {
  const emails = (text.match(ENTRY) ?? [])
    .flatMap(entry => entry.split('>'))
    .map(part => part.slice(part.lastIndexOf('<') + 1))
    .flatMap(part => part.split(/\s+/))
    .map(normalise)
  return [...new Set([...existing, ...emails.filter(Boolean)])]
}
