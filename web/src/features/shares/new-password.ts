/** Characters that cannot be confused when read aloud or written down. */
const CHARACTERS = 'abcdefghjkmnpqrstuvwxyz23456789'
const GROUPS = 4
const GROUP_LENGTH = 4

/** Generates four groups of four characters: 79 bits, and easy to dictate. */
export function newPassword(): string {
  const randomCharacter = () => CHARACTERS[randomBelow(CHARACTERS.length)] ?? ''
  const group = () => Array.from({ length: GROUP_LENGTH }, randomCharacter).join('')
  return Array.from({ length: GROUPS }, group).join('-')
}

/** Returns a uniformly distributed random number below `end`. */
function randomBelow(end: number): number {
  const [byte = 0] = crypto.getRandomValues(new Uint8Array(1))
  return byte < 256 - (256 % end) ? byte % end : randomBelow(end)
}
