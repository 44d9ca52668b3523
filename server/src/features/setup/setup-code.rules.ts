/** Without letters that are read as digits or as each other. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const LENGTH = 12

/** A code that people can read out and type: `7KQ2-M0ZD-4XHB`, sixty bits. */
export function codeFrom(bytes: Uint8Array): string {
  const characters = [...bytes.slice(0, LENGTH)].map(byte => ALPHABET[byte % ALPHABET.length])
  return characters.join('').replace(/(.{4})(?=.)/g, '$1-')
}

/** Typed without the dashes, in small letters, or with an O for a zero, it is still the code. */
export function plainCode(typed: string): string {
  const characters = typed.toUpperCase().replaceAll('O', '0').replace(/[IL]/g, '1')
  return characters.replace(/[^0-9A-Z]/g, '')
}
