import type { Access, Endpoint, Input, Reply } from '@coffer/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Actors } from '../actor.ts'
import { AppError } from '../errors.ts'
import { isMultipart, readForm } from './multipart.ts'

export type ActorResolvers = {
  [A in Access]: (
    request: FastifyRequest,
    reply: FastifyReply,
    endpoint: Endpoint,
  ) => Promise<Actors[A]>
}

/** The response, or the reply of a handler that has sent one itself, such as bytes or a redirect. */
type Answer<E extends Endpoint> = Reply<E> | FastifyReply

type Handler<E extends Endpoint> = (
  input: Input<E> & { actor: Actors[E['access']] },
  http: { request: FastifyRequest; reply: FastifyReply },
) => Promise<Answer<E>> | Answer<E>

export type Route = <E extends Endpoint>(endpoint: E, handler: Handler<E>) => void

interface Bound {
  endpoint: Endpoint
  handle: Handler<Endpoint>
}

const OVERRIDABLE = new Set(['PATCH', 'PUT', 'DELETE'])

/** Limits the size of the response to an input with very many errors. */
const MAX_REPORTED_ERRORS = 50

const countMissing = (issues: readonly z.core.$ZodIssue[]): number =>
  issues.filter(issue => issue.input === undefined).length

/** For a union, returns the issues of the variant that fits the input best. */
function issuesOf({ issues }: z.ZodError): readonly z.core.$ZodIssue[] {
  const [issue] = issues
  if (issue?.code !== 'invalid_union' || issue.path.length > 0) return issues
  return issue.errors.toSorted((a, b) => countMissing(a) - countMissing(b))[0] ?? issues
}

/** Messages per invalid field. */
function fieldErrors(error: z.ZodError): Record<string, string[]> {
  const errors: Record<string, string[]> = {}
  for (const issue of issuesOf(error).slice(0, MAX_REPORTED_ERRORS)) {
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys.slice(0, MAX_REPORTED_ERRORS))
        errors[[...issue.path, key].join('.')] = ['validation.unknown_name']
      continue
    }
    const field = issue.path.join('.') || 'body'
    const missing = issue.code === 'invalid_type' && issue.input === undefined
    errors[field] = [...(errors[field] ?? []), missing ? 'validation.required' : issue.message]
  }
  return errors
}

/** Validates input. @throws AppError `request.invalid` with messages per invalid field */
export function parseInput<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const parsed = schema.safeParse(input, { reportInput: true })
  if (parsed.success) return parsed.data
  throw new AppError('request.invalid', { errors: fieldErrors(parsed.error) })
}

function parseParams(endpoint: Endpoint, params: unknown): unknown {
  const parsed = endpoint.params?.safeParse(params)
  // An id of invalid format cannot exist.
  if (parsed && !parsed.success) throw new AppError('item.not_found')
  return parsed?.data
}

/** An empty query parameter counts as absent: `?user=&page=1`. */
const withoutBlanks = (query: unknown): Record<string, unknown> =>
  Object.fromEntries(Object.entries(query ?? {}).filter(([, value]) => value !== ''))

function readBody(endpoint: Endpoint, request: FastifyRequest): unknown {
  if (!endpoint.body || endpoint.accepts === 'multipart') return undefined
  return parseInput(endpoint.body, request.body ?? {})
}

/**
 * The schemas by which `serializers.ts` writes successful responses. Fastify copies them per route, and
 * an object with the key 200 takes as much memory as a list of 200 elements.
 */
const responseSchemas = ({ response, interim, status = 200 }: Endpoint) =>
  interim
    ? { 200: interim, ...(response && { [status]: response }) }
    : response && { '2xx': response }

/** Whether a call uploads or downloads contents, and so may take long. */
export const movesContents = ({ accepts, response, status }: Endpoint): boolean =>
  accepts === 'multipart' || (response === undefined && status !== 204)

/**
 * Whether a handler has answered by itself, or the client has disconnected. `sent` alone is false
 * for an interrupted response.
 */
const isAnswered = (reply: FastifyReply): boolean =>
  reply.sent || reply.raw.headersSent || reply.raw.destroyed

async function answer({ endpoint, handle }: Bound, request: FastifyRequest, reply: FastifyReply) {
  const input = {
    params: parseParams(endpoint, request.params),
    query: endpoint.query && parseInput(endpoint.query, withoutBlanks(request.query)),
    body: readBody(endpoint, request),
    actor: request.actor,
  }
  reply.status(endpoint.status ?? 200)
  const result: unknown = await handle(input as never, { request, reply })
  return isAnswered(reply) || result === reply ? reply : reply.send(result)
}

const parsePlainForm = (endpoint: Endpoint) => async (request: FastifyRequest) => {
  if (endpoint.accepts !== 'multipart' && isMultipart(request))
    request.body = await readForm(request)
}

const hasMethodOverride = ({ body }: FastifyRequest): boolean =>
  typeof (body as { _method?: unknown } | null | undefined)?._method === 'string'

/** Finds the endpoint that `_method` selects. @throws AppError `route.method_not_allowed` */
function findOverride(candidates: readonly Bound[], request: FastifyRequest): Bound {
  const { _method, ...body } = (request.body ?? {}) as Record<string, unknown>
  const requestedMethod = typeof _method === 'string' ? _method.toUpperCase() : ''
  const match = candidates.find(
    ({ endpoint: { method } }) => method === requestedMethod && OVERRIDABLE.has(method),
  )
  if (!match) throw new AppError('route.method_not_allowed')
  request.body = body
  return match
}

/** Signed bodies stay bytes; the parsers of other routes do not apply. */
function withParsers(
  app: FastifyInstance,
  access: Access,
  addRoute: (scope: FastifyInstance) => void,
): void {
  if (access !== 'gateway') {
    addRoute(app)
    return
  }
  app.register((scope, _options, ready) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    )
    addRoute(scope)
    ready()
  })
}

interface RouteOptions {
  resolvers: ActorResolvers
  /** Runs before the handler, for the endpoint that `_method` selects. */
  authorize: (endpoint: Endpoint, actor: Actors[Access]) => void
}

/** Binds contract endpoints to an app. Access is resolved here, so that no route can forget it. */
export function createRoutes(app: FastifyInstance, { resolvers, authorize }: RouteOptions) {
  const bound: Bound[] = []

  const resolveActor =
    (endpoint: Endpoint) => async (request: FastifyRequest, reply: FastifyReply) => {
      // Before validation, so that callers without access learn nothing about the endpoint's shape.
      request.actor = await resolvers[endpoint.access](request, reply, endpoint)
    }

  function authorizedAnswer(binding: Bound, request: FastifyRequest, reply: FastifyReply) {
    authorize(binding.endpoint, request.actor)
    return answer(binding, request, reply)
  }

  function mount(binding: Bound, url: string, sameUrl: Bound[]): void {
    const { method, access } = binding.endpoint
    // Access was checked for the POST endpoint, so only endpoints with the same access are
    // eligible.
    const others = sameUrl.filter(other => other.endpoint.access === access)
    const selectEndpoint = (request: FastifyRequest) =>
      method === 'POST' && hasMethodOverride(request) ? findOverride(others, request) : binding
    withParsers(app, access, scope =>
      scope.route({
        method: method === 'GET' ? ['GET', 'HEAD'] : method,
        url,
        config: {
          acceptsFiles: binding.endpoint.accepts === 'multipart',
          changesData: binding.endpoint.changesData ?? false,
        },
        schema: { response: responseSchemas(binding.endpoint) ?? {} },
        onRequest: resolveActor(binding.endpoint),
        preHandler: parsePlainForm(binding.endpoint),
        handler: async (request, reply) =>
          authorizedAnswer(selectEndpoint(request), request, reply),
      }),
    )
  }

  /** HTTP-2: a POST with `_method` is handled as that method. */
  function mountOverrides(url: string, candidates: Bound[]): void {
    const [first, ...others] = candidates
    if (!first) return
    // Access is checked before the body is read, so all endpoints of the path must share it.
    if (others.some(other => other.endpoint.access !== first.endpoint.access))
      throw new Error(`${url} requires different access for different methods`)
    app.route({
      method: 'POST',
      url,
      onRequest: resolveActor(first.endpoint),
      preHandler: parsePlainForm(first.endpoint),
      handler: async (request, reply) =>
        authorizedAnswer(findOverride(candidates, request), request, reply),
    })
  }

  const route: Route = (endpoint, handler) => {
    bound.push({ endpoint, handle: handler as unknown as Handler<Endpoint> })
  }

  /** Call it after every feature has registered its routes. */
  function mountAll(): void {
    const mountPoints = bound.flatMap(binding =>
      [binding.endpoint.path, ...(binding.endpoint.aliases ?? [])].map(url => ({ binding, url })),
    )
    for (const [url, sameUrl] of Map.groupBy(mountPoints, mountPoint => mountPoint.url)) {
      const candidates = sameUrl.map(mountPoint => mountPoint.binding)
      for (const binding of candidates) mount(binding, url, candidates)
      const hasPost = candidates.some(binding => binding.endpoint.method === 'POST')
      if (!hasPost)
        mountOverrides(
          url,
          candidates.filter(binding => OVERRIDABLE.has(binding.endpoint.method)),
        )
    }
  }

  return { route, mountAll, endpoints: () => bound.map(binding => binding.endpoint) }
}

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actors[Access]
  }
}
