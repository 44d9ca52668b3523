/** Characters that override or isolate the text direction. */
const DIRECTION_CONTROLS = /[\u202a-\u202e\u2066-\u2069]/g
/** Letters written from right to left. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/
const ISOLATE = '\u2068'
const END = '\u2069'

/** Makes direction overrides in a name visible, so that `exe.txt` cannot be shown as `txt.exe`. */
export const shownName = (name: string): string =>
  name.replace(
    DIRECTION_CONTROLS,
    character => `[U+${character.charCodeAt(0).toString(16).toUpperCase()}]`,
  )

/**
 * Same as shownName for use within a sentence: isolates right-to-left names so that they keep the
 * order of the sentence.
 */
export function isolatedName(text: string): string {
  const shown = shownName(text)
  return RIGHT_TO_LEFT.test(shown) ? ISOLATE + shown + END : shown
}
