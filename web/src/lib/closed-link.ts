import { ApiError } from './api.ts'

/** Everything that is asked about links themselves. */
export const SHARING = 'sharing'

const CODES = ['share.not_found', 'share.locked', 'share.exhausted'] as const

/** A guest's call was refused, as the link that he came by has closed meanwhile. */
export const isByClosedLink = (error: unknown): boolean =>
  error instanceof ApiError && CODES.some(code => error.is(code))
