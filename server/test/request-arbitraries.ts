import type { Endpoint } from '@coffer/contract'
import fc from 'fast-check'
import { z } from 'zod'
import type { ExampleRequest, ValuePath } from './endpoints.ts'

/** What is used of the JSON schemas that an endpoint's schemas become. */
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
/** Longer ones are among what does not fit. */
const LETTERS = 40
const ENTRIES = 4

/** Requests as the endpoint's schemas describe them; where words are asked for, often one of the known. */
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
  const inner = (one: JsonSchema) => valuesOf(one, known)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(inner))
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if ('const' in schema) return fc.constant(schema.const)
  const types = [schema.type ?? 'anything'].flat()
  return fc.oneof(...types.map(type => (KINDS[type] ?? anything)(schema, inner, known)))
}

type Kind = (
  schema: JsonSchema,
  inner: (one: JsonSchema) => fc.Arbitrary<unknown>,
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
  string: wordsOf,
  array: ({ items = {}, minItems = 0, maxItems = ENTRIES }, inner) =>
    fc.array(inner(items), {
      minLength: Math.min(minItems, ENTRIES),
      maxLength: Math.min(maxItems, ENTRIES),
    }),
  object: ({ properties = {}, required = [], additionalProperties }, inner) => {
    const named = fc.record(
      Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, inner(one)])),
      { requiredKeys: required.filter(name => name in properties) },
    )
    if (typeof additionalProperties !== 'object') return named
    return fc.dictionary(fc.string({ maxLength: LETTERS }), inner(additionalProperties), {
      maxKeys: ENTRIES,
    })
  },
}

function wordsOf(
  { format, minLength = 0, maxLength = LETTERS }: JsonSchema,
  _: unknown,
  known: readonly string[],
): fc.Arbitrary<unknown> {
  const one = fc.constantFrom(...known)
  if (format === 'uuid') return fc.oneof({ weight: 5, arbitrary: one }, fc.uuid())
  if (format === 'date-time') return days.map(day => day.toISOString())
  if (format === 'date') return days.map(day => day.toISOString().slice(0, 10))
  if (format === 'email') return fc.emailAddress()
  const text = fc.string({
    unit: 'grapheme',
    minLength,
    maxLength: Math.max(minLength, Math.min(maxLength, LETTERS)),
  })
  return fc.oneof(one, text)
}

const days = fc.date({
  min: new Date('1970-01-01'),
  max: new Date('2100-01-01'),
  noInvalidDate: true,
})

/** Fits hardly anything: of other kinds, of other sizes, and what somebody once broke something with. */
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

/** The same requests with something in them that may not fit: put in place of a part, left out, or added. */
export const spoiled = (requests: fc.Arbitrary<ExampleRequest>): fc.Arbitrary<ExampleRequest> =>
  fc
    .tuple(requests, fc.nat(), fc.constantFrom('replace', 'leave out', 'add'), JUNK)
    .map(([request, pick, change, junk]) => {
      const places = placesOf(request)
      const place = places[pick % places.length]
      return place ? changed(structuredClone(request), place, change, junk) : request
    })

const placesOf = (value: unknown, place: ValuePath = []): ValuePath[] => [
  ...(place.length > 0 ? [place] : []),
  ...(typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, one]) => placesOf(one, [...place, name]))
    : []),
]

function changed(
  request: ExampleRequest,
  place: ValuePath,
  change: string,
  junk: unknown,
): ExampleRequest {
  let parent = request as Record<string, unknown>
  for (const step of place.slice(0, -1)) parent = parent[step] as Record<string, unknown>
  const last = place.at(-1) ?? ''
  // Without its parameters a path is another one.
  if (change === 'leave out' && place[0] !== 'params') delete parent[last]
  else parent[change === 'add' && place[0] === 'body' ? 'more' : last] = junk
  return request
}
