import type { FastifyBaseLogger } from 'fastify'

/**
 * Awaits the removal of contents that no row references. One that fails does not fail the work that
 * made them superfluous: the nightly sweep removes them.
 */
export const attemptRemoval = (
  log: Pick<FastifyBaseLogger, 'warn'>,
  removal: Promise<void>,
): Promise<void> =>
  removal.catch(err => log.warn({ err }, 'contents are left to the nightly sweep'))
