const COMMON =
  /password|contrase(ñ|n)a|passwort|qwert[yz]?|asdf|letmein|welcome|admin|iloveyou|dragon|monkey|coffer/giu
const REPEATS = /(.)\1+/gu
const POOLS: readonly [RegExp, number][] = [
  [/\p{Ll}/u, 26],
  [/\p{Lu}/u, 26],
  [/\p{N}/u, 10],
  [/[^\p{L}\p{N}]/u, 33],
]

export type Strength = 0 | 1 | 2 | 3 | 4

/** Returns a strength from 0 (too short) to 4, by the estimated entropy in bits. */
export function passwordStrength(password: string): Strength {
  if (password.length < 8) return 0
  const bits = guessableLength(password) * Math.log2(poolOf(password))
  if (bits < 36) return 1
  if (bits < 52) return 2
  return bits < 72 ? 3 : 4
}

/** Common words, repeated characters and sequences such as 1234 add almost no entropy. */
function guessableLength(password: string): number {
  const characters = [...password.replace(COMMON, '*').replace(REPEATS, '$1')]
  const runs = characters.filter((character, index) => continues(characters[index - 1], character))
  return characters.length - runs.length * 0.8
}

function continues(before: string | undefined, character: string): boolean {
  if (before === undefined) return false
  const step = (character.codePointAt(0) ?? 0) - (before.codePointAt(0) ?? 0)
  return Math.abs(step) === 1
}

const poolOf = (password: string) =>
  POOLS.reduce((size, [kind, count]) => (kind.test(password) ? size + count : size), 0)
