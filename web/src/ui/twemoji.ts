/** Where an emoji's picture lies among those that are served with the web app. */
export const TWEMOJI_FOLDER = 'assets/twemoji-15'

/** Twemoji names its files by code points; the sign for "as a picture" only counts in sequences. */
export function twemojiFile(emoji: string): string {
  const points = [...emoji].map(character => character.codePointAt(0)?.toString(16) ?? '')
  const isSequence = points.includes('200d')
  return `${points.filter(point => isSequence || point !== 'fe0f').join('-')}.svg`
}
