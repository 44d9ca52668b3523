import * as contract from '@coffer/contract'
import { type Endpoint, pathOf } from '@coffer/contract'
import { z } from 'zod'
import type { Answer, TestClient } from './test-client.ts'

const isEndpoint = (part: unknown): part is Endpoint =>
  typeof part === 'object' && part !== null && 'access' in part && 'path' in part

/** Every endpoint that the contract declares: a new one is here without being named. */
export const endpoints: readonly Endpoint[] = Object.values(contract)
  .flatMap(feature => (typeof feature === 'object' ? Object.values(feature) : []))
  .filter(isEndpoint)

export const nameOf = ({ method, path }: Endpoint): string => `${method} ${path}`

const PARTS = ['params', 'query', 'body'] as const
export interface ExampleRequest {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: Record<string, unknown>
}

/** Where in a request something stands: `['body', 'items', 0, 'id']`. */
export type ValuePath = readonly (string | number)[]

interface JsonSchema {
  format?: string
  enum?: unknown[]
  properties?: Record<string, JsonSchema>
  items?: JsonSchema
  anyOf?: JsonSchema[]
}

function placesIn(schema: JsonSchema, place: ValuePath): ValuePath[] {
  return [
    ...(schema.format === 'uuid' ? [place] : []),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, inner]) =>
      placesIn(inner, [...place, name]),
    ),
    ...(schema.items ? placesIn(schema.items, [...place, 0]) : []),
    ...(schema.anyOf ?? []).flatMap(inner => placesIn(inner, place)),
  ]
}

/** Everywhere that an endpoint takes an id, as its schemas tell. */
export const idPlaces = (endpoint: Endpoint): ValuePath[] =>
  PARTS.flatMap(part => {
    const schema = endpoint[part]
    const io = { io: 'input', unrepresentable: 'any' } as const
    return schema ? placesIn(z.toJSONSchema(schema, io) as JsonSchema, [part]) : []
  })

export interface AccessWay {
  method: string
  path: string
  /** The method that a POST stands for. */
  as?: string
}

const pathsOf = ({ path, aliases = [] }: Endpoint): string[] => [path, ...aliases]
const posted = new Set(endpoints.filter(one => one.method === 'POST').flatMap(pathsOf))

/** Every way to call an endpoint: by each path, as HEAD, and as a POST that names its method. */
export const waysTo = (endpoint: Endpoint): AccessWay[] =>
  pathsOf(endpoint).flatMap(path => {
    const { method } = endpoint
    const plain: AccessWay = { method, path }
    if (method === 'GET') return [plain, { method: 'HEAD', path }]
    return posted.has(path) ? [plain] : [plain, { method: 'POST', path, as: method.toLowerCase() }]
  })

/** Every way to call every endpoint, with a name for its test. */
export const ways = endpoints.flatMap(endpoint =>
  waysTo(endpoint).map(way => ({
    endpoint,
    way,
    name: [way.method, way.path, way.as].join(' ').trim(),
  })),
)

export const isReading = ({ method }: Pick<AccessWay, 'method'>): boolean =>
  method === 'GET' || method === 'HEAD'

function bodyOf(
  endpoint: Endpoint,
  way: AccessWay,
  body: Record<string, unknown> | undefined,
): unknown {
  if (endpoint.accepts !== 'multipart') return way.as ? { ...body, _method: way.as } : body
  const form = new FormData()
  for (const [name, value] of Object.entries(body ?? {})) form.set(name, String(value))
  form.set('file', new Blob(['content']), 'blob')
  return form
}

export function sendBy(
  client: TestClient,
  endpoint: Endpoint,
  way: AccessWay,
  { params, query, body }: ExampleRequest,
  init: RequestInit = {},
): Promise<Answer<unknown>> {
  const path = `${pathOf(way.path, params)}?${new URLSearchParams(query)}`
  return client.send(way.method, path, bodyOf(endpoint, way, body), init)
}

function changedAt(part: unknown, [step, ...rest]: ValuePath, value: unknown): unknown {
  if (step === undefined) return value
  const copy = Object.assign(Array.isArray(part) ? [] : {}, part) as Record<string, unknown>
  copy[step] = changedAt(copy[step], rest, value)
  return copy
}

/** A copy of a request with another value at one place. */
export const withAt = (request: ExampleRequest, place: ValuePath, value: unknown) =>
  changedAt(request, place, value) as ExampleRequest
