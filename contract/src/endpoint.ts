import type { z } from 'zod'

/**
 * Who may call an endpoint. The server resolves the matching actor before the handler runs. `session`
 * requires a user who signed in; personal access tokens are rejected. `gateway` is a payment gateway
 * that signs its bodies, which handlers receive as bytes.
 */
export type Access =
  | 'public'
  | 'user'
  | 'admin'
  | 'session'
  | 'setup'
  | 'link'
  | 'share'
  | 'request-link'
  | 'upload-request'
  | 'gateway'

export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: `/${string}`
  /** Additional paths with the same handler: the specification spells some calls in two ways. */
  aliases?: readonly `/${string}`[]
  access: Access
  /**
   * Requires that the user signed in or reauthenticated within the last ten minutes; otherwise the
   * call answers `auth.reauthentication_required`. Access tokens are exempt.
   */
  isSensitive?: boolean
  /** Rejects access tokens although `access` lets them in: what moves money needs a session. */
  isSessionOnly?: boolean
  /**
   * Whether a `GET` changes data. Like other methods, it then needs the CSRF pair of the session, or a
   * token that may write.
   */
  changesData?: boolean
  /** One sentence for the API documentation. */
  summary: string
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  /** The handler streams `multipart` bodies; `body` then only documents the form. */
  accepts?: 'json' | 'multipart'
  /** Omitted when the response is a byte stream or has no body. */
  response?: z.ZodType
  status?: 200 | 201 | 204
  /** Response with status 200 while the work is not complete. */
  interim?: z.ZodType
}

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined
type Sent<S> = S extends z.ZodType ? z.input<S> : undefined

/** Input of a handler after parsing. */
export interface Input<E extends Endpoint> {
  params: Parsed<E['params']>
  query: Parsed<E['query']>
  body: E['accepts'] extends 'multipart' ? undefined : Parsed<E['body']>
}
export type Reply<E extends Endpoint> =
  | (E['response'] extends z.ZodType ? z.input<E['response']> : undefined)
  | (E['interim'] extends z.ZodType ? z.input<E['interim']> : never)

/** Input of a caller: only the parts that the endpoint declares. */
export type Request<E extends Endpoint> = {
  [K in 'params' | 'query' | 'body' as E[K] extends z.ZodType ? K : never]: Sent<E[K]>
}
export type Response<E extends Endpoint> =
  | (E['response'] extends z.ZodType ? z.output<E['response']> : undefined)
  | (E['interim'] extends z.ZodType ? z.output<E['interim']> : never)

/** Whether an endpoint rejects every access token. */
export const requiresSession = ({
  access,
  isSessionOnly = false,
}: Pick<Endpoint, 'access' | 'isSessionOnly'>): boolean => isSessionOnly || access === 'session'

export const endpoint = <const E extends Endpoint>(definition: E): E => definition

/** Replaces `:name` parameters of a path by encoded values. */
export const pathOf = (path: string, params: Record<string, string> = {}): string =>
  path.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(params[key] ?? ''))
