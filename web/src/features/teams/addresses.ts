import { Email } from '@coffer/contract/email-address'

/** Addresses as they are typed or pasted, parted by spaces, commas or lines; and what is none. */
export function addressesIn(text: string): { emails: string[]; rest: string } {
  const parts = text.split(/[\s,;]+/).filter(part => part !== '')
  const read = parts.map(part => ({ part, email: Email.safeParse(part.replace(/^<|>$/g, '')) }))
  const emails = read.flatMap(({ email }) => (email.success ? [email.data] : []))
  const rest = read.flatMap(({ part, email }) => (email.success ? [] : [part]))
  return { emails: [...new Set(emails)], rest: rest.join(' ') }
}
