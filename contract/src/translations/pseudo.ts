const ACCENTED: Record<string, string> = {
  a: 'á',
  b: 'ƀ',
  c: 'ç',
  d: 'ð',
  e: 'é',
  f: 'ƒ',
  g: 'ĝ',
  h: 'ĥ',
  i: 'î',
  j: 'ĵ',
  k: 'ķ',
  l: 'ļ',
  m: 'ɱ',
  n: 'ñ',
  o: 'ô',
  p: 'þ',
  q: 'ǫ',
  r: 'ŕ',
  s: 'š',
  t: 'ţ',
  u: 'û',
  v: 'ṽ',
  w: 'ŵ',
  x: 'ẋ',
  y: 'ý',
  z: 'ž',
  A: 'Å',
  B: 'Ɓ',
  C: 'Ç',
  D: 'Ð',
  E: 'É',
  F: 'Ƒ',
  G: 'Ĝ',
  H: 'Ĥ',
  I: 'Î',
  J: 'Ĵ',
  K: 'Ķ',
  L: 'Ļ',
  M: 'Ṁ',
  N: 'Ñ',
  O: 'Ö',
  P: 'Þ',
  Q: 'Ǫ',
  R: 'Ŕ',
  S: 'Š',
  T: 'Ţ',
  U: 'Û',
  V: 'Ṽ',
  W: 'Ŵ',
  X: 'Ẋ',
  Y: 'Ý',
  Z: 'Ž',
}
/** Unicode controls that force right-to-left text. */
const MIRROR = ['\u202e', '\u202c'] as const
/** Vowels are doubled, which makes texts a third longer without adding words. */
const VOWELS = /[aeiou]/gi
const PLACEHOLDER = /(\{\{[^}]*\}\})/

/** Converts a message to the pseudo-locale: longer, accented and right to left. */
export const pseudo = (message: string): string =>
  message
    .split(PLACEHOLDER)
    .map(part => (PLACEHOLDER.test(part) ? part : part.replace(/\S+/g, pseudoWord)))
    .join('')

const pseudoWord = (word: string): string =>
  MIRROR[0] +
  word.replace(VOWELS, '$&$&').replace(/[a-z]/gi, character => ACCENTED[character] ?? character) +
  MIRROR[1]

/** Converts all messages, with every plural form of any language. */
export function pseudoMessages(
  messages: Record<string, string>,
  forms: readonly string[],
): Record<string, string> {
  const converted = Object.entries(messages).flatMap(([key, message]) => {
    const base = key.replace(/_other$/, '')
    const isCounted = base !== key && `${base}_one` in messages
    const keys = isCounted
      ? forms.filter(form => form !== 'one').map(form => `${base}_${form}`)
      : [key]
    return keys.map(name => [name, pseudo(messages[name] ?? message)])
  })
  return Object.fromEntries(converted)
}
