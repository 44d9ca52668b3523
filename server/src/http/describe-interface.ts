import type { Endpoint } from '@coffer/contract'
import type { FastifyInstance } from 'fastify'
import { apiDocsPage } from './api-docs.ts'
import { openApiOf } from './openapi.ts'

/**
 * Serves the API description for programs and people. It is public and slow to generate, so it is
 * generated once, on first use.
 */
export function describeInterface(
  app: FastifyInstance,
  endpoints: () => readonly Endpoint[],
): void {
  let document: string | undefined
  let page: string | undefined
  app.get('/api/openapi.json', (_request, reply) => {
    document ??= JSON.stringify(openApiOf(endpoints()))
    return reply.type('application/json; charset=utf-8').send(document)
  })
  app.get('/api/docs', (_request, reply) => {
    page ??= apiDocsPage(endpoints())
    return reply.type('text/html; charset=utf-8').send(page)
  })
}
