/** Crockford's base 32: without I, L, O and U, which are easily misread. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const LENGTH = 12

/** Derives a code of 60 bits that is easy to read and type: `7KQ2-M0ZD-4XHB`. */
export function codeFrom(bytes: Uint8Array): string {
  const characters = [...bytes.slice(0, LENGTH)].map(byte => ALPHABET[byte % ALPHABET.length])
  return characters.join('').replace(/(.{4})(?=.)/g, '$1-')
}

/** Normalises a typed code: ignores dashes and case, and corrects O, I and L. */
export function normaliseCode(typed: string): string {
  const characters = typed.toUpperCase().replaceAll('O', '0').replace(/[IL]/g, '1')
  return characters.replace(/[^0-9A-Z]/g, '')
}
