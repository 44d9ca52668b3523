/** The half of the cross-site-request pair that the server keeps in a readable cookie. */
export function csrfToken(cookies = document.cookie): string {
  const pair = cookies.split('; ').find(cookie => cookie.startsWith('XSRF-TOKEN='))
  return pair ? decodeURIComponent(pair.slice('XSRF-TOKEN='.length)) : ''
}
