import { type Endpoint, pathOf, type Response as Reply, type Request } from '@coffer/contract'

export interface Answer<B> {
  status: number
  headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: a test reads both success and problem bodies.
  body: B & any
}

export interface UploadFields {
  filename?: string
  content?: Uint8Array<ArrayBuffer> | string
  [field: string]: string | number | boolean | null | undefined | Uint8Array<ArrayBuffer>
}

/** A browser for tests: keeps cookies and sends the CSRF header. */
export class TestClient {
  readonly origin: string
  readonly userId: string
  readonly cookies = new Map<string, string>()

  constructor(origin: string, userId = '') {
    this.origin = origin
    this.userId = userId
  }

  async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers)
    if (!headers.has('cookie') && this.cookies.size > 0)
      headers.set('cookie', [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '))
    if (!headers.has('x-requested-with')) headers.set('x-requested-with', 'XMLHttpRequest')
    const csrf = this.cookies.get('XSRF-TOKEN')
    if (csrf && !headers.has('x-xsrf-token')) headers.set('x-xsrf-token', decodeURIComponent(csrf))
    const response = await fetch(this.origin + path, { redirect: 'manual', ...init, headers })
    for (const cookie of response.headers.getSetCookie()) this.#storeCookie(cookie)
    return response
  }

  #storeCookie(cookie: string): void {
    const [pair = ''] = cookie.split(';')
    const [name = '', value = ''] = pair.split(/=(.*)/s)
    if (value === '' || /max-age=0/i.test(cookie)) this.cookies.delete(name)
    else this.cookies.set(name, value)
  }

  async send(
    method: string,
    path: string,
    body?: unknown,
    init: RequestInit = {},
  ): Promise<Answer<unknown>> {
    const json = body !== undefined && !(body instanceof FormData)
    const response = await this.fetch(path, {
      ...init,
      method,
      headers: { ...(json && { 'content-type': 'application/json' }), ...init.headers },
      ...(body !== undefined && { body: json ? JSON.stringify(body) : (body as FormData) }),
    })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json')
    return {
      status: response.status,
      headers: response.headers,
      body: isJson && text !== '' ? JSON.parse(text) : text,
    }
  }

  /** Calls a contract endpoint as the web app does. */
  async call<E extends Endpoint>(endpoint: E, request: Request<E>): Promise<Answer<Reply<E>>> {
    const { params, query, body } = request as {
      params?: Record<string, string>
      query?: Record<string, string>
      body?: unknown
    }
    const search = query ? `?${new URLSearchParams(query)}` : ''
    const path = pathOf(endpoint.path, params) + search
    return (await this.send(endpoint.method, path, body)) as Answer<Reply<E>>
  }

  /** Uploads a chunk or a complete file as a form with `file` as its last field. */
  upload(
    { content = 'content', ...fields }: UploadFields,
    path = '/api/upload',
  ): Promise<Answer<unknown>> {
    const form = new FormData()
    for (const [name, value] of Object.entries({ filename: 'file.txt', is_last: true, ...fields }))
      if (value !== undefined && value !== null) form.set(name, String(value))
    form.set('file', new Blob([content]), 'blob')
    return this.send('POST', path, form)
  }

  /** Sorted names of a folder's children. */
  async names(folderId = 'all'): Promise<string[]> {
    const path = `/api/browse/folders/${folderId}?sort=name&direction=ASC`
    const { body } = await this.send('GET', path)
    return body.data.map((item: { attributes: { name: string } }) => item.attributes.name)
  }

  async download(item: { attributes: { file_url: string } }): Promise<Uint8Array> {
    const response = await this.fetch(item.attributes.file_url)
    return new Uint8Array(await response.arrayBuffer())
  }
}
