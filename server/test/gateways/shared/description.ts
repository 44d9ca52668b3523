import { readFileSync } from 'node:fs'
import { Ajv, type ValidateFunction } from 'ajv'
import formats from 'ajv-formats'

/** The parts of a JSON Schema that the descriptions use. */
interface Schema {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  'x-known-values'?: unknown[]
  nullable?: boolean
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
}

interface Parameter {
  name: string
  in: string
  required?: boolean
  schema: Schema
}

export type Fields = Record<string, unknown>

interface Operation {
  parameters?: object[]
  'x-query'?: object
  requestBody?: { required?: boolean; content: Fields }
  responses: Fields
}

interface OpenApi {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}

export type Description = ReturnType<typeof readDescription>

const cache = new Map<string, Description>()

/** Compiled once per process, as the files are large. */
export function descriptionOf(name: 'stripe' | 'paypal' | 'paystack'): Description {
  const known = cache.get(name)
  if (known) return known
  const read = readDescription(name)
  cache.set(name, read)
  return read
}

/** A gateway's machine-readable description, to check requests and answers against. */
function readDescription(name: string) {
  const file = new URL(`../descriptions/${name}.openapi.json`, import.meta.url)
  const document: OpenApi = JSON.parse(readFileSync(file, 'utf8'))
  const validators = createValidators(name, document)

  const operationOf = (call: string) => {
    const [method = '', path = ''] = call.split(' ')
    return document.paths[path]?.[method.toLowerCase()]
  }
  const pointerOf = (call: string, ...rest: string[]) => {
    const [method = '', path = ''] = call.split(' ')
    return ['', 'paths', path, method.toLowerCase(), ...rest].map(escapePointer).join('/')
  }

  return {
    schema: (schemaName: string) => document.components.schemas[schemaName],
    /** The described texts of errors with this status, as far as there are any. */
    errorTexts: (call: string, status: number): unknown =>
      inlined(document, operationOf(call)?.responses[String(status)]),
    /** @returns the problems of the request; converts numeric texts of forms and queries to numbers */
    problemsOfRequest(call: string, { query, body }: { query: Fields; body: unknown }): string[] {
      const operation = operationOf(call)
      if (!operation) return []
      const problems = operation['x-query']
        ? validators.problems(pointerOf(call, 'x-query'), query, true)
        : queryProblems(document, operation, query)
      const type = Object.keys(operation.requestBody?.content ?? {})[0]
      if (type === undefined) return problems
      const pointer = pointerOf(call, 'requestBody', 'content', type, 'schema')
      if (body === undefined && !operation.requestBody?.required) return problems
      return [...problems, ...validators.problems(pointer, body, type.includes('form'))]
    },
    problemsOfAnswer(call: string, status: number, answer: unknown): string[] {
      const responses = operationOf(call)?.responses
      if (!responses) return []
      const key = describedStatus(responses, status)
      if (key === 'default' && status < 300) return [`status ${status} is not described`]
      const match = responses[key] as { $ref?: string } | undefined
      const pointer = match?.$ref?.slice(1) ?? pointerOf(call, 'responses', key)
      const response = (match?.$ref ? resolve(document, match.$ref) : match) as Fields | undefined
      if (!hasSchema(response)) return []
      const schema = `${pointer}/content/application~1json/schema`
      return validators.problems(schema, answer, false)
    },
    problemsOf: (schemaName: string, value: unknown) =>
      validators.problems(`/components/schemas/${schemaName}`, value, false),
    /** Adds the required fields that a resource lacks: null where allowed, else the emptiest value. */
    fill: <T>(schemaName: string, given: object): T =>
      fillIn(document, { $ref: `#/components/schemas/${schemaName}` }, given) as T,
  }
}

function createValidators(name: string, document: OpenApi) {
  // Compiling dominates the time, so the generated code is not optimized.
  const speed = { code: { optimize: false }, inlineRefs: false, validateSchema: false } as const
  const leniency = { strict: false, unicodeRegExp: false, logger: false } as const
  const options = { ...speed, ...leniency, allErrors: true }
  const instances = [false, true].map(coerceTypes => {
    const ajv = new Ajv({ ...options, coerceTypes })
    formats.default(ajv)
    return ajv.addSchema({ $id: name, ...document })
  })
  const compiled = new Map<string, ValidateFunction>()
  return {
    problems(pointer: string, value: unknown, isText: boolean): string[] {
      const key = `${isText} ${pointer}`
      const validate = compiled.get(key) ?? instances[Number(isText)]?.compile(refTo(name, pointer))
      if (!validate) return []
      compiled.set(key, validate)
      if (validate(value)) return []
      return (validate.errors ?? []).map(({ instancePath, message, params }) =>
        [instancePath, message, JSON.stringify(params)].join(' '),
      )
    },
  }
}

const refTo = (name: string, pointer: string) => ({ $ref: `${name}#${pointer}` })

const escapePointer = (part: string) =>
  part.replaceAll('~', '~0').replaceAll('/', '~1').replaceAll('{', '%7B').replaceAll('}', '%7D')

function resolve(document: OpenApi, ref: string): unknown {
  const parts = ref.slice(2).split('/')
  return parts.reduce<unknown>((value, part) => {
    const name = decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~')
    return (value as Fields | undefined)?.[name]
  }, document)
}

/** A part with its references replaced, three levels deep. */
function inlined(document: OpenApi, part: unknown, depth = 3): unknown {
  if (Array.isArray(part)) return part.map(one => inlined(document, one, depth))
  if (!isPlainObject(part)) return part
  if (typeof part.$ref === 'string') {
    return depth === 0 ? {} : inlined(document, resolve(document, part.$ref), depth - 1)
  }
  const entries = Object.entries(part)
  return Object.fromEntries(entries.map(([name, one]) => [name, inlined(document, one, depth)]))
}

function hasSchema(response: Fields | undefined): boolean {
  const content = response?.content as Record<string, Fields> | undefined
  return content?.['application/json']?.schema !== undefined
}

/** Not described: `expand` for one resource of Stripe, and the links of PayPal to the next page. */
const ALWAYS_ALLOWED = ['expand', 'move_to', 'index_time', 'index_id']

/** A repeated creation answers 200, which descriptions leave out. */
function describedStatus(responses: object, status: number): string {
  const isRepeated = status === 200 && !('200' in responses) && '201' in responses
  const described = isRepeated ? '201' : String(status)
  return described in responses ? described : 'default'
}

/** Unknown parameters are refused, as a gateway ignores them silently. */
function queryProblems(document: OpenApi, operation: Operation, query: Fields): string[] {
  const parameters = (operation.parameters ?? []).map(parameter => {
    const { $ref } = parameter as Schema
    return ($ref ? resolve(document, $ref) : parameter) as Parameter
  })
  const known = parameters.filter(parameter => parameter.in === 'query')
  const names = [...known.map(one => one.name), ...ALWAYS_ALLOWED]
  const unknown = Object.keys(query).filter(name => !names.includes(name))
  const missing = known.filter(({ name, required }) => required && query[name] === undefined)
  return [
    ...unknown.map(name => `query parameter ${name} is not described`),
    ...missing.map(({ name }) => `query parameter ${name} is missing`),
  ]
}

function fillIn(document: OpenApi, schema: Schema, given: unknown): unknown {
  if (schema.$ref) return fillIn(document, resolve(document, schema.$ref) as Schema, given)
  if (given === undefined) return emptyValue(document, schema)
  if (!isPlainObject(given)) return given
  const [nullable] = schema.anyOf?.length === 2 ? schema.anyOf : []
  if (nullable) return fillIn(document, nullable, given)
  const result = { ...given }
  for (const [name, inner] of Object.entries(given)) {
    const property = schema.properties?.[name]
    if (property && isPlainObject(inner)) result[name] = fillIn(document, property, inner)
  }
  for (const name of schema.required ?? []) {
    result[name] ??= fillIn(document, schema.properties?.[name] ?? {}, given[name])
  }
  return result
}

function emptyValue(document: OpenApi, schema: Schema): unknown {
  const types = [schema.type ?? []].flat()
  if (schema.nullable || types.includes('null') || schema.anyOf?.some(one => one.type === 'null'))
    return null
  const known = schema.enum ?? schema['x-known-values']
  if (known) return known[0]
  if (schema.anyOf?.[0]) return fillIn(document, schema.anyOf[0], undefined)
  if (types.length === 0 && !schema.properties) return null
  const empty: Record<string, unknown> = {
    array: [],
    boolean: false,
    number: 0,
    integer: 0,
    string: '',
  }
  return types[0] === undefined || types[0] === 'object'
    ? fillIn(document, { ...schema, type: 'object' }, {})
    : structuredClone(empty[types[0]])
}

function isPlainObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
