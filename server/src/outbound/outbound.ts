import { AppError } from '../errors.ts'
import type { Resolve } from './connector.ts'
import { createGuard, type GuardOptions } from './guard.ts'
import type { createRequester, HttpAnswer } from './request.ts'

const MAX_REDIRECTS = 5
const REDIRECTS = new Set([301, 302, 303, 307, 308])
export interface Outbound {
  /** Checks a URL without resolving its name. @throws AppError `remote.blocked_address` */
  requireAllowed: (url: URL) => URL
  /**
   * Requests a URL and follows redirects.
   * @throws AppError `remote.…`; the signal's reason when aborted
   */
  get: (link: URL, signal: AbortSignal) => Promise<HttpAnswer>
}

interface Options extends GuardOptions {
  patienceMs: number
  resolve?: Resolve
}

/** The target of a redirect, if the response is one. */
const redirectTarget = ({ status, headers: { location = '' }, url }: HttpAnswer): URL | null =>
  REDIRECTS.has(status) && location !== '' ? URL.parse(location, url.href) : null

/** The only access to other servers; every step is checked and limited. */
export function createOutbound({ patienceMs, resolve, ...rest }: Options): Outbound {
  const guard = createGuard(rest)
  // The HTTP client is a megabyte of code that most starts do not need.
  let loading: Promise<ReturnType<typeof createRequester>> | undefined
  const loadRequester = () => {
    loading ??= import('./request.ts').then(({ createRequester }) =>
      createRequester({ guard, patienceMs, resolve }),
    )
    return loading
  }

  async function get(link: URL, signal: AbortSignal): Promise<HttpAnswer> {
    const request = await loadRequester()
    let url = link
    for (let hops = 0; hops <= MAX_REDIRECTS; hops += 1) {
      signal.throwIfAborted()
      const answer = await request(url, signal)
      const next = redirectTarget(answer)
      if (!next) return answer
      answer.close()
      url = next
    }
    throw new AppError('remote.too_many_redirects')
  }

  return { requireAllowed: guard.requireAllowed, get }
}
