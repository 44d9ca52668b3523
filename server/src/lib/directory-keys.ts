import { sortName } from './item-names.ts'

interface NamedUser {
  id: string
  name: string
  email: string
}

/** Long names sort by their beginning; an index entry has a limited size. */
const MAX_KEY_LENGTH = 200

/** The values by which the list of users sorts names. */
export const directoryEntry = ({ id, name, email }: NamedUser) => ({
  user_id: id,
  name_key: sortName(name).slice(0, MAX_KEY_LENGTH),
  email_key: email.slice(0, MAX_KEY_LENGTH),
})

const MARKS = /\p{M}+/gu
const SEPARATORS = /[^\p{L}\p{N}]+/u
const MAX_TOKEN_LENGTH = 40
const MAX_TOKENS = 24

/** The words of a text in lower case without accents. */
const wordsIn = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replace(MARKS, '')
    .toLowerCase()
    .split(SEPARATORS)
    .filter(Boolean)
    .map(word => word.slice(0, MAX_TOKEN_LENGTH))

/** Everything that a search finds a user by the beginning of: words, and the whole address. */
export const nameTokens = ({ name, email }: Omit<NamedUser, 'id'>): string[] => [
  ...new Set([
    email.toLowerCase().slice(0, MAX_TOKEN_LENGTH),
    ...[...wordsIn(name), ...wordsIn(email)].slice(0, MAX_TOKENS),
  ]),
]

/** The tokens that all have to match: an address is one, other text is split into words. */
export const searchTokens = (query: string): string[] => {
  const trimmed = query.trim().toLowerCase()
  if (trimmed.includes('@') && !/\s/.test(trimmed)) return [trimmed.slice(0, MAX_TOKEN_LENGTH)]
  return [...new Set(wordsIn(query))].slice(0, 6)
}
