/** Returns the value of a cookie of this server; undefined without one. */
export function readCookie(name: string): string | undefined {
  const start = `${name}=`
  const cookie = document.cookie.split('; ').find(each => each.startsWith(start))
  return cookie?.slice(start.length)
}

/** Stores a preference of this browser, which the server reads with the next page. */
export function storeCookie(name: string, value: string, days: number): void {
  const isSecure = location.protocol === 'https:'
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API needs https.
  document.cookie = `${name}=${value}; path=/; max-age=${days * 86_400}; samesite=lax${isSecure ? '; secure' : ''}`
}
