/** What turns the text after it around, or ends that. */
const TURNING = /[\u202a-\u202e\u2066-\u2069]/g
/** Letters that are read from right to left. */
const FROM_RIGHT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/
const [ISOLATE, END] = ['\u2068', '\u2069']

/** A name as people are shown it, in which nothing can make `exe.txt` look like `txt.exe`. */
export const shownName = (name: string): string =>
  name.replace(TURNING, sign => `[U+${sign.charCodeAt(0).toString(16).toUpperCase()}]`)

/** The same within a sentence, whose order a name in another direction must leave alone. */
export function withinWords(text: string): string {
  const shown = shownName(text)
  return FROM_RIGHT.test(shown) ? ISOLATE + shown + END : shown
}
