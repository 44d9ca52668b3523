import { ApiError } from './api.ts'

/** What is asked about links themselves, and by them beside their files. */
export const SHARING = 'sharing'
export const LINK = [SHARING, 'link']

const CODES: ReadonlySet<string> = new Set([
  ...['share.not_found', 'share.locked', 'share.exhausted', 'share.unavailable'],
  ...['upload_request.not_found', 'upload_request.gone', 'upload_request.unavailable'],
])

/** Whether a refusal says that the link has closed by which a guest came. */
export const isClosedLinkError = (code: string | null): boolean => code !== null && CODES.has(code)

export const isByClosedLink = (error: unknown): boolean =>
  error instanceof ApiError && isClosedLinkError(error.problem?.code ?? null)
