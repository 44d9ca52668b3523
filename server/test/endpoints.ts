import * as contract from '@coffer/contract'
import { type Endpoint, pathOf } from '@coffer/contract'
import { z } from 'zod'
import type { Answer, TestClient } from './test-client.ts'
import { databaseKind, isFullMatrix } from './test-database.ts'

const isEndpoint = (part: unknown): part is Endpoint =>
  typeof part === 'object' && part !== null && 'access' in part && 'path' in part

/** Every endpoint of the contract, including new ones. */
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

/** The path of a value in a request: `['body', 'items', 0, 'id']`. */
export type ValuePath = readonly (string | number)[]

interface JsonSchema {
  format?: string
  enum?: unknown[]
  properties?: Record<string, JsonSchema>
  items?: JsonSchema
  anyOf?: JsonSchema[]
}

function idPathsIn(schema: JsonSchema, path: ValuePath): ValuePath[] {
  return [
    ...(schema.format === 'uuid' ? [path] : []),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, inner]) =>
      idPathsIn(inner, [...path, name]),
    ),
    ...(schema.items ? idPathsIn(schema.items, [...path, 0]) : []),
    ...(schema.anyOf ?? []).flatMap(inner => idPathsIn(inner, path)),
  ]
}

/** The paths of all ids in an endpoint's request, according to its schemas. */
export const idPaths = (endpoint: Endpoint): ValuePath[] =>
  PARTS.flatMap(part => {
    const schema = endpoint[part]
    const io = { io: 'input', unrepresentable: 'any' } as const
    return schema ? idPathsIn(z.toJSONSchema(schema, io) as JsonSchema, [part]) : []
  })

export interface CallVariant {
  method: string
  path: string
  /** The method that a POST with `_method` stands for. */
  as?: string
}

const pathsOf = ({ path, aliases = [] }: Endpoint): string[] => [path, ...aliases]
const postPaths = new Set(endpoints.filter(endpoint => endpoint.method === 'POST').flatMap(pathsOf))

/** How a call arrives does not depend on the database, so PostgreSQL gets the others in the full matrix. */
const hasOnlyPlainCalls = databaseKind() === 'postgres' && !isFullMatrix

/** Every way to call an endpoint: by each path, as HEAD, and as POST with `_method`. */
export function variantsOf(endpoint: Endpoint): CallVariant[] {
  const variants = pathsOf(endpoint).flatMap(path => {
    const { method } = endpoint
    const plain: CallVariant = { method, path }
    if (method === 'GET') return [plain, { method: 'HEAD', path }]
    return postPaths.has(path)
      ? [plain]
      : [plain, { method: 'POST', path, as: method.toLowerCase() }]
  })
  return hasOnlyPlainCalls ? variants.slice(0, 1) : variants
}

/** Every way to call every endpoint, with a test name. */
export const callVariants = endpoints.flatMap(endpoint =>
  variantsOf(endpoint).map(variant => ({
    endpoint,
    variant,
    name: [variant.method, variant.path, variant.as].join(' ').trim(),
  })),
)

export const isReading = ({ method }: Pick<CallVariant, 'method'>): boolean =>
  method === 'GET' || method === 'HEAD'

export const isChanging = ({ endpoint, variant }: { endpoint: Endpoint; variant: CallVariant }) =>
  !isReading(variant) || (endpoint.changesData === true && variant.method === 'GET')

function bodyOf(
  endpoint: Endpoint,
  variant: CallVariant,
  body: Record<string, unknown> | undefined,
): unknown {
  if (endpoint.accepts !== 'multipart') return variant.as ? { ...body, _method: variant.as } : body
  const form = new FormData()
  for (const [name, value] of Object.entries(body ?? {})) form.set(name, String(value))
  form.set('file', new Blob(['content']), 'blob')
  return form
}

export function sendBy(
  client: TestClient,
  endpoint: Endpoint,
  variant: CallVariant,
  { params, query, body }: ExampleRequest,
  init: RequestInit = {},
): Promise<Answer<unknown>> {
  const path = `${pathOf(variant.path, params)}?${new URLSearchParams(query)}`
  return client.send(variant.method, path, bodyOf(endpoint, variant, body), init)
}

function changedAt(part: unknown, [step, ...rest]: ValuePath, value: unknown): unknown {
  if (step === undefined) return value
  const copy = Object.assign(Array.isArray(part) ? [] : {}, part) as Record<string, unknown>
  copy[step] = changedAt(copy[step], rest, value)
  return copy
}

/** A copy of a request with another value at one path. */
export const withAt = (request: ExampleRequest, path: ValuePath, value: unknown) =>
  changedAt(request, path, value) as ExampleRequest
