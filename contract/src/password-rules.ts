import { PASSWORD_MIN } from './constants.ts'

/** Who chooses, and where: what people's own words are made of. */
export interface Chooser {
  name?: string
  email?: string
  app?: string
}

export type PasswordError = 'validation.password.common' | 'validation.password.own_words'

/** Shorter ones stand in other words by chance. */
const SHORTEST_WORD = 4

/** Of an address its end says nothing: everybody has `com`. */
function ownWords({ name = '', email = '', app = '' }: Chooser): string[] {
  const [mailbox = '', domain = ''] = email.split('@')
  const texts = [name, mailbox, ...domain.split('.').slice(0, -1), app, 'coffer']
  const words = texts.flatMap(text => [text, ...plain(text).split(/[^\p{L}\p{N}]+/u)])
  const known = new Set(words.map(plain).filter(word => word.length >= SHORTEST_WORD))
  // The longest first, as a short one may be a part of it.
  return [...known].sort((a, b) => b.length - a.length)
}

const plain = (text: string): string => text.normalize('NFKC').toLowerCase()

/** A pattern again and again, up to a year of four digits: `aaaaaaaa`, `20262026`. */
const REPEATED = /^(.{1,4})\1+$/u
/** What people hang on when a form asks for more. */
const WITH_A_TAIL = /^(.*\p{L})[^\p{L}]{1,4}$/u

function isCommon(password: string, common: string): boolean {
  const stem = WITH_A_TAIL.exec(password)?.[1] ?? password
  return (
    REPEATED.test(password) || common.includes(`\n${password}\n`) || common.includes(`\n${stem}\n`)
  )
}

/**
 * Why a password that is long enough is refused all the same (ACC-5; ASVS 6.2.4 and 6.2.11).
 * @param common the server's list of common passwords; without it those are not found
 */
export function passwordError(
  password: string,
  chooser: Chooser,
  common = '',
): PasswordError | null {
  const text = plain(password)
  if (isCommon(text, common)) return 'validation.password.common'
  const rest = ownWords(chooser).reduce((left, word) => left.replaceAll(word, ''), text)
  // One's own words may stand in it, if it is good enough without them.
  const isEnough = rest === text || (rest.length >= PASSWORD_MIN && !isCommon(rest, common))
  return isEnough ? null : 'validation.password.own_words'
}
