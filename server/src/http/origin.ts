import type { FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'

/** Where we are reached; where nothing else was set, by the address that the caller came by himself. */
export const originFor = (
  { config }: Pick<Deps, 'config'>,
  { protocol, host }: FastifyRequest,
): string => config.appUrl ?? `${protocol}://${host}`
