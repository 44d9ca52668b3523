import { Email } from '@coffer/contract/email-address'

/**
 * Parses typed or pasted emails, separated by whitespace, commas or semicolons. `rest` is the
 * invalid text.
 */
export function parseEmails(text: string): { emails: string[]; rest: string } {
  const parts = text.split(/[\s,;]+/).filter(part => part !== '')
  const parsed = parts.map(part => ({ part, email: Email.safeParse(part.replace(/^<|>$/g, '')) }))
  const emails = parsed.flatMap(({ email }) => (email.success ? [email.data] : []))
  const rest = parsed.flatMap(({ part, email }) => (email.success ? [] : [part]))
  return { emails: [...new Set(emails)], rest: rest.join(' ') }
}
