import { PASSWORD_MIN } from './constants.ts'

/** Name, email and site name, which a password may not consist of. */
export interface Chooser {
  name?: string
  email?: string
  app?: string
}

export type PasswordError = 'validation.password.common' | 'validation.password.own_words'

/** Shorter words occur in other words by chance. */
const SHORTEST_WORD = 4

/** The top-level domain is ignored: it is too common. */
function ownWords({ name = '', email = '', app = '' }: Chooser): string[] {
  const [mailbox = '', domain = ''] = email.split('@')
  const texts = [name, mailbox, ...domain.split('.').slice(0, -1), app, 'coffer']
  const words = texts.flatMap(text => [text, ...plain(text).split(/[^\p{L}\p{N}]+/u)])
  const known = new Set(words.map(plain).filter(word => word.length >= SHORTEST_WORD))
  // Longest first, because a short word may be part of a long one.
  return [...known].sort((a, b) => b.length - a.length)
}

const plain = (text: string): string => text.normalize('NFKC').toLowerCase()

/** A repeated pattern of up to four characters: `aaaaaaaa`, `20262026`. */
const REPEATED = /^(.{1,4})\1+$/u
/** Common suffixes that people add to satisfy a form. */
const WITH_A_TAIL = /^(.*\p{L})[^\p{L}]{1,4}$/u

function isCommon(password: string, common: string): boolean {
  const stem = WITH_A_TAIL.exec(password)?.[1] ?? password
  return (
    REPEATED.test(password) || common.includes(`\n${password}\n`) || common.includes(`\n${stem}\n`)
  )
}

/**
 * Returns why a password of sufficient length is rejected (ACC-5; ASVS 6.2.4 and 6.2.11).
 * @param common list of common passwords; without it they are not checked
 */
export function passwordError(
  password: string,
  chooser: Chooser,
  common = '',
): PasswordError | null {
  const text = plain(password)
  if (isCommon(text, common)) return 'validation.password.common'
  const rest = ownWords(chooser).reduce((left, word) => left.replaceAll(word, ''), text)
  // The user's words are allowed if the rest is strong enough.
  const isEnough = rest === text || (rest.length >= PASSWORD_MIN && !isCommon(rest, common))
  return isEnough ? null : 'validation.password.own_words'
}
