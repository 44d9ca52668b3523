import { descriptionOf } from '../shared/description.ts'
import { randomId } from '../shared/ids.ts'
import { GatewayError } from '../shared/simulator-server.ts'

export const description = descriptionOf('paypal')

const MESSAGES: Record<number, [name: string, message: string]> = {
  400: [
    'INVALID_REQUEST',
    'Request is not well-formed, syntactically incorrect, or violates schema.',
  ],
  401: [
    'AUTHENTICATION_FAILURE',
    'Authentication failed due to missing authorization header, or invalid authentication credentials.',
  ],
  404: ['RESOURCE_NOT_FOUND', 'The specified resource does not exist.'],
  422: [
    'UNPROCESSABLE_ENTITY',
    'The requested action could not be performed, semantically incorrect, or failed business validation.',
  ],
  429: ['RATE_LIMIT_REACHED', 'Too many requests. Blocked due to rate limiting.'],
  500: ['INTERNAL_SERVER_ERROR', 'An internal server error occurred.'],
}

export function fail(
  status: number,
  details: object[] = [],
  options: { isEarly?: boolean; headers?: Record<string, string>; links?: object[] } = {},
): GatewayError {
  const [name, message] = MESSAGES[status] ?? ['ERROR', 'An error occurred.']
  const links = options.links ?? []
  const debugId = randomId('', 13).toLowerCase()
  return new GatewayError(status, { name, message, debug_id: debugId, details, links }, options)
}

export function missing(call: string): GatewayError {
  return fail(404, [{ issue: 'INVALID_RESOURCE_ID', ...textOf(call, 404, 'INVALID_RESOURCE_ID') }])
}

/** @returns the answer to a request that is understood but can't be done */
export function refuse(call: string, issue: string, links: object[] = []): GatewayError {
  return fail(422, [{ issue, ...textOf(call, 422, issue) }], { links })
}

/** The description demands its own texts. */
function textOf(call: string, status: number, issue: string): { description: string } {
  const text = findText(description.errorTexts(call, status), issue)
  return { description: text ?? issue.toLowerCase().replaceAll('_', ' ') }
}

function findText(part: unknown, issue: string): string | undefined {
  if (typeof part !== 'object' || part === null) return undefined
  const { properties } = part as { properties?: Record<string, { enum?: string[] }> }
  if (properties?.issue?.enum?.includes(issue)) return properties.description?.enum?.[0]
  for (const inner of Object.values(part)) {
    const text = findText(inner, issue)
    if (text !== undefined) return text
  }
  return undefined
}
