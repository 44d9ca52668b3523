import { Email } from '@coffer/contract/email-address'

export const isEmail = (text: string): boolean => Email.safeParse(text).success

const normal = (text: string): string => text.trim().toLowerCase()

/** Addresses as they are typed or pasted: between commas, semicolons, spaces and lines, each once. */
export function emailsIn(text: string, before: readonly string[] = []): string[] {
  const found = text.split(/[\s,;<>]+/).map(normal)
  return [...new Set([...before, ...found.filter(Boolean)])]
}
