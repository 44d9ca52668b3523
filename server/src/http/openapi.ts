import { type Endpoint, ERROR_STATUS, Problem, requiresSession } from '@coffer/contract'
import { z } from 'zod'
import { VERSION } from '../version.ts'

const schemaOf = (schema: z.ZodType, io: 'input' | 'output') => {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest
}

const pathOf = (path: string): string => path.replace(/:(\w+)/g, '{$1}')

function parametersOf({ path, query }: Endpoint): unknown[] {
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))
  const properties = query ? (schemaOf(query, 'input').properties ?? {}) : {}
  const inQuery = Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    schema,
  }))
  return [...inPath, ...inQuery]
}

/** Guests are identified by the token in the path. */
function securityOf(endpoint: Endpoint): unknown[] {
  if (requiresSession(endpoint)) return [{ session: [] }]
  const takesTokens = endpoint.access === 'user' || endpoint.access === 'admin'
  return takesTokens ? [{ session: [] }, { token: [] }] : []
}

function operationOf(endpoint: Endpoint): unknown {
  const { body, accepts, response, interim, status = 200 } = endpoint
  const content = (schema: z.ZodType) => ({
    'application/json': { schema: schemaOf(schema, 'output') },
  })
  return {
    summary: endpoint.summary,
    security: securityOf(endpoint),
    parameters: parametersOf(endpoint),
    ...(body && {
      requestBody: {
        required: true,
        content: {
          [accepts === 'multipart' ? 'multipart/form-data' : 'application/json']: {
            schema: schemaOf(body, 'input'),
          },
        },
      },
    }),
    responses: {
      ...(interim && { 200: { description: 'Not complete yet.', content: content(interim) } }),
      [status]: { description: 'Done.', ...(response && { content: content(response) }) },
      default: {
        description: `A problem; \`code\` is one of: ${Object.keys(ERROR_STATUS).join(', ')}.`,
        content: { 'application/problem+json': { schema: schemaOf(Problem, 'output') } },
      },
    },
  }
}

/** Generates the OpenAPI document from the schemas that validate requests. */
export function openApiOf(endpoints: readonly Endpoint[]): unknown {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const endpoint of endpoints)
    for (const path of [endpoint.path, ...(endpoint.aliases ?? [])]) {
      const operation = { [endpoint.method.toLowerCase()]: operationOf(endpoint) }
      paths[pathOf(path)] = { ...paths[pathOf(path)], ...operation }
    }
  return {
    openapi: '3.1.0',
    info: { title: 'Coffer', version: VERSION, license: { name: 'MIT' } },
    components: {
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'coffer.session_token' },
        token: {
          type: 'http',
          scheme: 'bearer',
          description:
            'A personal access token. Its scopes: `read` for GET and HEAD, `write` for every call, `admin` for those of administrators.',
        },
      },
    },
    security: [{ session: [] }],
    paths,
  }
}
