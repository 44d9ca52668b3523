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

type Handler<E extends Endpoint> = (
  input: Input<E> & { actor: Actors[E['access']] },
  http: { request: FastifyRequest; reply: FastifyReply },
) => Promise<Reply<E>> | Reply<E>

export type Route = <E extends Endpoint>(endpoint: E, handler: Handler<E>) => void

interface Bound {
  endpoint: Endpoint
  handle: Handler<Endpoint>
}

const OVERRIDABLE = new Set(['PATCH', 'PUT', 'DELETE'])

/** More faults than this are nobody's slip, and the answer must not outgrow the question. */
const FAULTS_TOLD = 50

const countMissing = (issues: readonly z.core.$ZodIssue[]): number =>
  issues.filter(issue => issue.input === undefined).length

/** Where the input may have one of several shapes, the issues of the shape that fits it best. */
function issuesOf({ issues }: z.ZodError): readonly z.core.$ZodIssue[] {
  const [issue] = issues
  if (issue?.code !== 'invalid_union' || issue.path.length > 0) return issues
  return issue.errors.toSorted((one, other) => countMissing(one) - countMissing(other))[0] ?? issues
}

/** The messages of each field at fault. */
function fieldErrors(error: z.ZodError): Record<string, string[]> {
  const errors: Record<string, string[]> = {}
  for (const issue of issuesOf(error).slice(0, FAULTS_TOLD)) {
    const field = issue.path.join('.') || 'body'
    const missing = issue.code === 'invalid_type' && issue.input === undefined
    errors[field] = [...(errors[field] ?? []), missing ? 'validation.required' : issue.message]
  }
  return errors
}

/** @throws AppError `request.invalid` with the messages of each field at fault */
export function parseInput<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const parsed = schema.safeParse(input, { reportInput: true })
  if (parsed.success) return parsed.data
  throw new AppError('request.invalid', { errors: fieldErrors(parsed.error) })
}

function parseParams(endpoint: Endpoint, params: unknown): unknown {
  const parsed = endpoint.params?.safeParse(params)
  // An id that can't exist is an id that doesn't.
  if (parsed && !parsed.success) throw new AppError('item.not_found')
  return parsed?.data
}

/** An empty query parameter is an absent one: `?user=&page=1`. */
const withoutBlanks = (query: unknown): Record<string, unknown> =>
  Object.fromEntries(Object.entries(query ?? {}).filter(([, value]) => value !== ''))

function readBody(endpoint: Endpoint, request: FastifyRequest): unknown {
  if (!endpoint.body || endpoint.accepts === 'multipart') return undefined
  return parseInput(endpoint.body, request.body ?? {})
}

/** The schemas that the serializers (`serializers.ts`) write each status by. */
function responseSchemas({ response, interim, status = 200 }: Endpoint): Record<number, z.ZodType> {
  return {
    ...(interim && { 200: interim }),
    ...(response && { [status]: response }),
  }
}

/** Whether a call takes or gives contents, which may last. */
export const movesContents = ({ accepts, response, status }: Endpoint): boolean =>
  accepts === 'multipart' || (response === undefined && status !== 204)

/**
 * A handler that sends by itself is through when all has gone, or when whoever asked has: `sent`, which
 * tells of an answer that came to its end, is false of one that was broken off.
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

const readPlainForm = (endpoint: Endpoint) => async (request: FastifyRequest) => {
  if (endpoint.accepts !== 'multipart' && isMultipart(request))
    request.body = await readForm(request)
}

const saysMethod = ({ body }: FastifyRequest): boolean =>
  typeof (body as { _method?: unknown } | null | undefined)?._method === 'string'

/** Which of a path's endpoints the body of a POST asks for. @throws AppError `route.method_not_allowed` */
function overridden(ones: readonly Bound[], request: FastifyRequest): Bound {
  const { _method, ...body } = (request.body ?? {}) as Record<string, unknown>
  const wanted = typeof _method === 'string' ? _method.toUpperCase() : ''
  const chosen = ones.find(
    ({ endpoint: { method } }) => method === wanted && OVERRIDABLE.has(method),
  )
  if (!chosen) throw new AppError('route.method_not_allowed')
  request.body = body
  return chosen
}

/** Binds contract endpoints to an app. Access is resolved here, so a route cannot forget it. */
export function createRoutes(app: FastifyInstance, resolvers: ActorResolvers) {
  const bound: Bound[] = []

  const resolveActor =
    (endpoint: Endpoint) => async (request: FastifyRequest, reply: FastifyReply) => {
      // Before validation: a stranger learns nothing about the shape of a private endpoint.
      request.actor = await resolvers[endpoint.access](request, reply, endpoint)
    }

  function mount(one: Bound, url: string, here: Bound[]): void {
    const { method, access } = one.endpoint
    // The guard was that of the POST.
    const others = here.filter(other => other.endpoint.access === access)
    const meant = (request: FastifyRequest) =>
      method === 'POST' && saysMethod(request) ? overridden(others, request) : one
    app.route({
      method: method === 'GET' ? ['GET', 'HEAD'] : method,
      url,
      config: { acceptsFiles: one.endpoint.accepts === 'multipart' },
      schema: { response: responseSchemas(one.endpoint) },
      onRequest: resolveActor(one.endpoint),
      preHandler: readPlainForm(one.endpoint),
      handler: (request, reply) => answer(meant(request), request, reply),
    })
  }

  /** Spec §7: a POST with `_method` is that method. */
  function mountOverrides(url: string, ones: Bound[]): void {
    const [first, ...others] = ones
    if (!first) return
    // Judged before the body tells which of them is meant.
    if (others.some(other => other.endpoint.access !== first.endpoint.access))
      throw new Error(`${url} is open to different people by different methods`)
    app.route({
      method: 'POST',
      url,
      onRequest: resolveActor(first.endpoint),
      preHandler: readPlainForm(first.endpoint),
      handler: (request, reply) => answer(overridden(ones, request), request, reply),
    })
  }

  const route: Route = (endpoint, handler) => {
    bound.push({ endpoint, handle: handler as unknown as Handler<Endpoint> })
  }

  /** Once every feature has named its routes. */
  function mountAll(): void {
    const places = bound.flatMap(one =>
      [one.endpoint.path, ...(one.endpoint.aliases ?? [])].map(url => ({ one, url })),
    )
    for (const [url, here] of Map.groupBy(places, place => place.url)) {
      const ones = here.map(place => place.one)
      for (const one of ones) mount(one, url, ones)
      const isTaken = ones.some(one => one.endpoint.method === 'POST')
      if (!isTaken)
        mountOverrides(
          url,
          ones.filter(one => OVERRIDABLE.has(one.endpoint.method)),
        )
    }
  }

  return { route, mountAll, endpoints: () => bound.map(one => one.endpoint) }
}

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actors[Access]
  }
}
