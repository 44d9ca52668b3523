import type { Endpoint } from '@coffer/contract'
import fc from 'fast-check'
import { z } from 'zod'
import type { ExampleRequest, ValuePath } from './endpoints.ts'

/** The used parts of the JSON schemas generated from an endpoint's schemas. */
interface JsonSchema {
  type?: string | string[]
  format?: string
  enum?: unknown[]
  const?: unknown
  anyOf?: JsonSchema[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  additionalProperties?: JsonSchema | boolean
  items?: JsonSchema
  minItems?: number
  maxItems?: number
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
}

const PARTS = ['params', 'query', 'body'] as const
/** Longer values are among the invalid ones. */
const MAX_CHARACTERS = 40
const MAX_ENTRIES = 4

/** Requests that match the endpoint's schemas; strings are often taken from known values. */
export function requestsOf(
  endpoint: Endpoint,
  known: readonly string[],
): fc.Arbitrary<ExampleRequest> {
  const parts = PARTS.flatMap(part => {
    const schema = endpoint[part]
    if (!schema) return []
    const described = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
    return [[part, valuesOf(described as JsonSchema, known)] as const]
  })
  return fc.record(Object.fromEntries(parts)) as fc.Arbitrary<ExampleRequest>
}

function valuesOf(schema: JsonSchema, known: readonly string[]): fc.Arbitrary<unknown> {
  const inner = (knownValue: JsonSchema) => valuesOf(knownValue, known)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(inner))
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if ('const' in schema) return fc.constant(schema.const)
  const types = [schema.type ?? 'anything'].flat()
  return fc.oneof(...types.map(type => (KINDS[type] ?? anything)(schema, inner, known)))
}

type Kind = (
  schema: JsonSchema,
  inner: (knownValue: JsonSchema) => fc.Arbitrary<unknown>,
  known: readonly string[],
) => fc.Arbitrary<unknown>

const anything: Kind = () => fc.jsonValue()

const KINDS: Record<string, Kind> = {
  null: () => fc.constant(null),
  boolean: () => fc.boolean(),
  integer: ({ minimum = -9, maximum = 2 ** 40 }) =>
    fc.oneof(fc.maxSafeInteger(), fc.integer({ min: 0, max: 99 })).map(number => {
      return Math.min(maximum, Math.max(minimum, number))
    }),
  number: ({ minimum = -9, maximum = 1e12 }) => fc.double({ min: minimum, max: maximum }),
  string: stringsOf,
  array: ({ items = {}, minItems = 0, maxItems = MAX_ENTRIES }, inner) =>
    fc.array(inner(items), {
      minLength: Math.min(minItems, MAX_ENTRIES),
      maxLength: Math.min(maxItems, MAX_ENTRIES),
    }),
  object: ({ properties = {}, required = [], additionalProperties }, inner) => {
    const named = fc.record(
      Object.fromEntries(
        Object.entries(properties).map(([name, knownValue]) => [name, inner(knownValue)]),
      ),
      { requiredKeys: required.filter(name => name in properties) },
    )
    if (typeof additionalProperties !== 'object') return named
    return fc.dictionary(fc.string({ maxLength: MAX_CHARACTERS }), inner(additionalProperties), {
      maxKeys: MAX_ENTRIES,
    })
  },
}

function stringsOf(
  { format, minLength = 0, maxLength = MAX_CHARACTERS }: JsonSchema,
  _: unknown,
  known: readonly string[],
): fc.Arbitrary<unknown> {
  const knownValue = fc.constantFrom(...known)
  if (format === 'uuid') return fc.oneof({ weight: 5, arbitrary: knownValue }, fc.uuid())
  if (format === 'date-time') return days.map(day => day.toISOString())
  if (format === 'date') return days.map(day => day.toISOString().slice(0, 10))
  if (format === 'email') return fc.emailAddress()
  const text = fc.string({
    unit: 'grapheme',
    minLength,
    maxLength: Math.max(minLength, Math.min(maxLength, MAX_CHARACTERS)),
  })
  return fc.oneof(knownValue, text)
}

const days = fc.date({
  min: new Date('1970-01-01'),
  max: new Date('2100-01-01'),
  noInvalidDate: true,
})

/** Values that rarely fit: other types and sizes, and known attack strings. */
const JUNK = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom<unknown>(
    ...[null, '', ' ', true, -1, 0, 1.5, 2 ** 53, 1e308, [], {}, [[[]]], [null]],
    ...['\0', '\ud800', '\u202e', '💥', '%00', '..', '../../etc/passwd', '-0', 'NaN', '1e999'],
    ...["' or 1=1 --", '{{7*7}}', '<svg onload=alert(1)>', 'a\r\nSet-Cookie: a=b'],
    ...['a'.repeat(10_000), '9'.repeat(400), Array.from({ length: 2000 }, () => 'x')],
    ...[JSON.parse('{"__proto__":{"admin":true}}'), { constructor: { prototype: {} } }],
  ),
)

/** Requests in which one value is replaced, left out or added. */
export const corrupted = (requests: fc.Arbitrary<ExampleRequest>): fc.Arbitrary<ExampleRequest> =>
  fc
    .tuple(requests, fc.nat(), fc.constantFrom('replace', 'leave out', 'add'), JUNK)
    .map(([request, pick, change, junk]) => {
      const paths = pathsOf(request)
      const path = paths[pick % paths.length]
      return path ? changed(structuredClone(request), path, change, junk) : request
    })

const pathsOf = (value: unknown, path: ValuePath = []): ValuePath[] => [
  ...(path.length > 0 ? [path] : []),
  ...(typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, knownValue]) => pathsOf(knownValue, [...path, name]))
    : []),
]

function changed(
  request: ExampleRequest,
  path: ValuePath,
  change: string,
  junk: unknown,
): ExampleRequest {
  let parent = request as Record<string, unknown>
  for (const step of path.slice(0, -1)) parent = parent[step] as Record<string, unknown>
  const last = path.at(-1) ?? ''
  // A path without its parameters would be another one.
  if (change === 'leave out' && path[0] !== 'params') delete parent[last]
  else parent[change === 'add' && path[0] === 'body' ? 'more' : last] = junk
  return request
}
