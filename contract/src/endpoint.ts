import type { z } from 'zod'

/**
 * Who may call an endpoint. The server resolves the matching actor before the handler runs. `session` is
 * for a `user` who has signed in himself: no personal access token will do.
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

export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: `/${string}`
  /** Further paths that answer alike: the specification spells some calls in two ways. */
  aliases?: readonly `/${string}`[]
  access: Access
  /** One sentence for the interface's document. */
  summary: string
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  /** `multipart` bodies are streamed by the handler; `body` then describes the form for the document. */
  accepts?: 'json' | 'multipart'
  /** Left out when the answer is a stream of bytes or has no body. */
  response?: z.ZodType
  status?: 200 | 201 | 204
  /** What is answered with 200 while the work is not whole yet. */
  interim?: z.ZodType
}

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined
type Sent<S> = S extends z.ZodType ? z.input<S> : undefined

/** What a handler receives, after parsing. */
export interface Input<E extends Endpoint> {
  params: Parsed<E['params']>
  query: Parsed<E['query']>
  body: E['accepts'] extends 'multipart' ? undefined : Parsed<E['body']>
}
export type Reply<E extends Endpoint> =
  | (E['response'] extends z.ZodType ? z.input<E['response']> : undefined)
  | (E['interim'] extends z.ZodType ? z.input<E['interim']> : never)

/** What a caller sends: only the parts the endpoint declares. */
export type Request<E extends Endpoint> = {
  [K in 'params' | 'query' | 'body' as E[K] extends z.ZodType ? K : never]: Sent<E[K]>
}
export type Response<E extends Endpoint> =
  | (E['response'] extends z.ZodType ? z.output<E['response']> : undefined)
  | (E['interim'] extends z.ZodType ? z.output<E['interim']> : never)

export const endpoint = <const E extends Endpoint>(definition: E): E => definition

/** Fills `:name` places of a path, each value encoded. */
export const pathOf = (path: string, params: Record<string, string> = {}): string =>
  path.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(params[key] ?? ''))
