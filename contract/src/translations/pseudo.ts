const ACCENTED: Record<string, string> = {
  ...{ a: 'á', b: 'ƀ', c: 'ç', d: 'ð', e: 'é', f: 'ƒ', g: 'ĝ', h: 'ĥ', i: 'î', j: 'ĵ', k: 'ķ' },
  ...{ l: 'ļ', m: 'ɱ', n: 'ñ', o: 'ô', p: 'þ', q: 'ǫ', r: 'ŕ', s: 'š', t: 'ţ', u: 'û', v: 'ṽ' },
  ...{ w: 'ŵ', x: 'ẋ', y: 'ý', z: 'ž', A: 'Å', B: 'Ɓ', C: 'Ç', D: 'Ð', E: 'É', F: 'Ƒ', G: 'Ĝ' },
  ...{ H: 'Ĥ', I: 'Î', J: 'Ĵ', K: 'Ķ', L: 'Ļ', M: 'Ṁ', N: 'Ñ', O: 'Ö', P: 'Þ', Q: 'Ǫ', R: 'Ŕ' },
  ...{ S: 'Š', T: 'Ţ', U: 'Û', V: 'Ṽ', W: 'Ŵ', X: 'Ẋ', Y: 'Ý', Z: 'Ž' },
}
/** Written from right to left, whatever the letters. */
const MIRROR = ['\u202e', '\u202c'] as const
/** Doubling them makes a text a third longer, within its words as other languages do. */
const VOWELS = /[aeiou]/gi
const PLACE = /(\{\{[^}]*\}\})/

/** A message as a language would have it that nobody speaks: longer, accented, from right to left. */
export const pseudo = (message: string): string =>
  message
    .split(PLACE)
    .map(part => (PLACE.test(part) ? part : part.replace(/\S+/g, pseudoWord)))
    .join('')

const pseudoWord = (word: string): string =>
  MIRROR[0] +
  word.replace(VOWELS, '$&$&').replace(/[a-z]/gi, character => ACCENTED[character] ?? character) +
  MIRROR[1]

/** All messages, with every plural form that any language has. */
export function pseudoMessages(
  messages: Record<string, string>,
  forms: readonly string[],
): Record<string, string> {
  const said = Object.entries(messages).flatMap(([key, message]) => {
    const base = key.replace(/_other$/, '')
    const isCounted = base !== key && `${base}_one` in messages
    const keys = isCounted
      ? forms.filter(form => form !== 'one').map(form => `${base}_${form}`)
      : [key]
    return keys.map(name => [name, pseudo(messages[name] ?? message)])
  })
  return Object.fromEntries(said)
}
