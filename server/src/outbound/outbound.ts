import { AppError } from '../errors.ts'
import type { Resolve } from './connector.ts'
import { createGuard, type GuardOptions } from './guard.ts'
import type { createRequester, HttpAnswer } from './request.ts'

const MOST_REDIRECTS = 5
const REDIRECTS = new Set([301, 302, 303, 307, 308])
export interface Outbound {
  /** What can be told from the link itself. @throws AppError `remote.blocked_address` */
  requireAllowed: (url: URL) => URL
  /**
   * Asks for what is behind a link, and follows it where it is sent on.
   * @throws AppError `remote.…`; the signal's reason when it is told to stop
   */
  get: (link: URL, signal: AbortSignal) => Promise<HttpAnswer>
}

interface Options extends GuardOptions {
  patienceMs: number
  resolve?: Resolve
}

/** Where the other side sends us on to, if it does. */
const nextOf = ({ status, headers: { location = '' }, url }: HttpAnswer): URL | null =>
  REDIRECTS.has(status) && location !== '' ? URL.parse(location, url.href) : null

/** The one way to the servers of others: guarded at every step, bounded in everything. */
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
    for (let hops = 0; hops <= MOST_REDIRECTS; hops += 1) {
      signal.throwIfAborted()
      const answer = await request(url, signal)
      const next = nextOf(answer)
      if (!next) return answer
      answer.close()
      url = next
    }
    throw new AppError('remote.too_many_redirects')
  }

  return { requireAllowed: guard.requireAllowed, get }
}
