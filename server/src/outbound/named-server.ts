import type { z } from 'zod'

/** Users wait for these responses. */
const TIMEOUT_MS = 10_000

/**
 * Sends a request to a server that the operator configured, which may be internal; no part of the
 * URL comes from callers. Redirects are not followed, because requests carry secrets.
 * @throws Error with the cause, without secrets
 */
export async function askNamedServer<S extends z.ZodType>(
  url: string,
  init: Omit<RequestInit, 'redirect' | 'signal'>,
  schema: S,
): Promise<z.output<S>> {
  const response = await fetch(url, {
    ...init,
    headers: { accept: 'application/json', 'user-agent': 'Coffer', ...init.headers },
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${new URL(url).host} answered ${response.status}`)
  return schema.parse(JSON.parse(text))
}
