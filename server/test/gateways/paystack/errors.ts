import { descriptionOf } from '../shared/description.ts'
import { GatewayError } from '../shared/simulator-server.ts'

export const description = descriptionOf('paystack')

/** @returns the answer to a request that can't be done */
export function refuse(status: number, message: string, code?: string): GatewayError {
  const meta = { nextStep: 'Check the request and try again' }
  const kind = { type: 'validation_error', ...(code && { code }) }
  return new GatewayError(status, { status: false, message, meta, ...kind }, { isEarly: true })
}
