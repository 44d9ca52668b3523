export const HOME = '/platform/files'

const PLACE = 'http://here.invalid'
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused.
const NOT_A_PATH = /^\/[/\\]|[\\\u0000-\u001f\u007f]/
const ENTRY = /^\/(sign-in|sign-up|second-factor)\b/

/** Where to go after signing in: a path of our own, or home when it is anything else. */
export function redirectTarget(wish: unknown): string {
  if (typeof wish !== 'string' || !wish.startsWith('/')) return HOME
  const decoded = decode(wish)
  if (decoded === null || NOT_A_PATH.test(wish) || NOT_A_PATH.test(decoded)) return HOME
  const url = new URL(wish, PLACE)
  const path = `${url.pathname}${url.search}${url.hash}`
  if (url.origin !== PLACE || NOT_A_PATH.test(path) || ENTRY.test(path)) return HOME
  return path
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}
