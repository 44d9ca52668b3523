import { GatewayError } from '../shared/simulator-server.ts'

export interface StripeProblem {
  type: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error'
  message: string
  code?: string
  decline_code?: string
  advice_code?: string
  param?: string
  charge?: string
  payment_intent?: object
  setup_intent?: object
}

export function fail(
  status: number,
  error: StripeProblem,
  options: { isEarly?: boolean; headers?: Record<string, string> } = {},
): GatewayError {
  return new GatewayError(status, { error }, options)
}

/** @returns the answer to a request that is understood but can't be done */
export function refuse(message: string, code?: string, param?: string): GatewayError {
  return fail(400, {
    type: 'invalid_request_error',
    message,
    ...(code && { code }),
    ...(param && { param }),
  })
}
