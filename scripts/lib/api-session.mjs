import { Refusal } from './run.mjs'

/** A user's session with a running server, with cookies and CSRF header like a browser. */
export class ApiSession {
  #origin
  #cookies = new Map()

  constructor(origin) {
    this.#origin = origin
  }

  /** @returns the response body; throws the server's message when the call is rejected. */
  async call(method, path, body) {
    const { status, answer } = await this.send(method, path, body)
    if (status < 400) return answer
    throw new Refusal(`${method} ${path}: ${answer?.detail ?? status}`)
  }

  /** Like `call`, for callers that handle rejections. */
  async send(method, path, body) {
    const isForm = body instanceof FormData
    const response = await fetch(this.#origin + path, {
      method,
      headers: {
        ...(body && !isForm && { 'Content-Type': 'application/json' }),
        Cookie: [...this.#cookies].map(pair => pair.join('=')).join('; '),
        'X-Requested-With': 'XMLHttpRequest',
        'X-XSRF-TOKEN': decodeURIComponent(this.#cookies.get('XSRF-TOKEN') ?? ''),
      },
      body: isForm || !body ? body : JSON.stringify(body),
    })
    this.#keepCookies(response)
    const text = await response.text()
    return { status: response.status, answer: text === '' ? undefined : JSON.parse(text) }
  }

  #keepCookies(response) {
    for (const line of response.headers.getSetCookie()) {
      const [pair] = line.split(';')
      const [name, ...value] = pair.split('=')
      this.#cookies.set(name, value.join('='))
    }
  }
}
