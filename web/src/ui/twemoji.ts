/** The folder of emoji images among the served assets. */
export const TWEMOJI_FOLDER = 'assets/twemoji-15'

/**
 * Returns the file of an emoji. Twemoji names files by code points, and keeps the variation
 * selector only in sequences.
 */
export function twemojiFile(emoji: string): string {
  const points = [...emoji].map(character => character.codePointAt(0)?.toString(16) ?? '')
  const isSequence = points.includes('200d')
  return `${points.filter(point => isSequence || point !== 'fe0f').join('-')}.svg`
}
