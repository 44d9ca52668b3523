import { ApiError } from './api.ts'

/** Query key of everything about links and the guests of links. */
export const SHARING = 'sharing'
export const LINK = [SHARING, 'link']

const CODES: ReadonlySet<string> = new Set([
  'share.not_found',
  'share.locked',
  'share.exhausted',
  'share.unavailable',
  'upload_request.not_found',
  'upload_request.gone',
  'upload_request.unavailable',
])

/** Whether an error code says that the guest's link is closed. */
export const isClosedLinkError = (code: string | null): boolean => code !== null && CODES.has(code)

export const isByClosedLink = (error: unknown): boolean =>
  error instanceof ApiError && isClosedLinkError(error.problem?.code ?? null)
