/** Reads the CSRF token from the cookie that the server sets. */
export function csrfToken(cookies = document.cookie): string {
  const pair = cookies.split('; ').find(cookie => cookie.startsWith('XSRF-TOKEN='))
  return pair ? decodeURIComponent(pair.slice('XSRF-TOKEN='.length)) : ''
}
