import fastJsonStringify from 'fast-json-stringify'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'

type Serialize = (data: unknown) => string

/** Writes only declared fields, so that a response cannot leak a column. */
function compile(schema: z.ZodType): Serialize {
  const json = z.toJSONSchema(schema, {
    target: 'openapi-3.0',
    io: 'output',
    unrepresentable: 'any',
  })
  return fastJsonStringify(json as fastJsonStringify.Schema)
}

/** Shared by all servers of a process, because compiling takes as long as many requests. */
const compiled = new WeakMap<z.ZodType, Serialize>()

/**
 * Compiles each response schema on first use: compiling all of them at start took a quarter of a
 * second and used memory for endpoints that are never called.
 */
export function installSerializers(app: FastifyInstance): void {
  app.setSerializerCompiler<z.ZodType>(({ schema }) => data => {
    const known = compiled.get(schema)
    if (known) return known(data)
    const serialize = compile(schema)
    compiled.set(schema, serialize)
    return serialize(data)
  })
}
