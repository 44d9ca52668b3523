export const HOME = '/platform/files'

const BASE_URL = 'http://here.invalid'
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are rejected here.
const NOT_A_PATH = /^\/[/\\]|[\\\u0000-\u001f\u007f]/
const ACCOUNT_PAGE = /^\/(sign-in|sign-up|second-factor)\b/

/** Returns where to go after signing in: a path of our own, or home for anything else. */
export function redirectTarget(target: unknown): string {
  if (typeof target !== 'string' || !target.startsWith('/')) return HOME
  const decoded = decode(target)
  if (decoded === null || NOT_A_PATH.test(target) || NOT_A_PATH.test(decoded)) return HOME
  const url = new URL(target, BASE_URL)
  const path = `${url.pathname}${url.search}${url.hash}`
  if (url.origin !== BASE_URL || NOT_A_PATH.test(path) || ACCOUNT_PAGE.test(path)) return HOME
  return path
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}
