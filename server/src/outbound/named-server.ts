import type { z } from 'zod'

/** Servers answer for people who wait: nobody looks at a spinner for longer. */
const PATIENCE_MS = 10_000

/**
 * Asks a server that the operator has named, and so may be anywhere; nothing of the address comes from
 * a caller. It is never followed elsewhere, as secrets go along.
 * @throws Error with what went wrong, and no secret in it
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
    signal: AbortSignal.timeout(PATIENCE_MS),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${new URL(url).host} answered ${response.status}`)
  return schema.parse(JSON.parse(text))
}
