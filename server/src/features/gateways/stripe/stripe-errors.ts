import Stripe from 'stripe'
import { redact } from '../../../lib/redact.ts'
import { GatewayError, type GatewayErrorKind } from '../gateway.ts'
import {
  CREDENTIALS_REJECTED,
  hasCode,
  isMissing,
  rateLimitDetails,
  UNSENT_CODES,
} from '../gateway-errors.ts'

const { errors } = Stripe

/** Refusals that are permanent for the card. */
const HARD_CODES = new Set([
  'expired_card',
  'lost_card',
  'stolen_card',
  'pickup_card',
  'restricted_card',
  'revocation_of_authorization',
  'revocation_of_all_authorizations',
  'invalid_account',
  'card_not_supported',
  'fraudulent',
])

interface Refusal {
  code?: string | null | undefined
  decline_code?: string | null | undefined
  advice_code?: string | null | undefined
}

const needsAuthentication = ({ code, decline_code }: Refusal): boolean =>
  code === 'authentication_required' || decline_code === 'authentication_required'

export const isHardRefusal = (refusal: Refusal): boolean =>
  refusal.advice_code === 'do_not_try_again' ||
  needsAuthentication(refusal) ||
  HARD_CODES.has(refusal.decline_code ?? '') ||
  HARD_CODES.has(refusal.code ?? '')

function kindOfRefusal(refusal: Refusal): GatewayErrorKind {
  if (needsAuthentication(refusal)) return 'action_required'
  return isHardRefusal(refusal) ? 'hard_declined' : 'declined'
}

type StripeError = InstanceType<typeof errors.StripeError>

/** Only a write may have had an effect when no answer arrives. */
type Reach = 'read' | 'write'

const lostKind = (reach: Reach): GatewayErrorKind => (reach === 'read' ? 'unavailable' : 'unknown')

const detailsOf = ({ decline_code, code }: StripeError) => {
  const known = decline_code ?? code
  return known === undefined ? {} : { code: known, isMissing: code === 'resource_missing' }
}

function fromConnection({ detail }: StripeError, reach: Reach): GatewayError {
  const code = String((detail as { code?: unknown } | undefined)?.code ?? 'connection')
  const kind = UNSENT_CODES.has(code) ? 'unavailable' : lostKind(reach)
  return new GatewayError(kind, 'The connection to Stripe failed.', { code })
}

const isRefusedKey = (error: StripeError): boolean =>
  error instanceof errors.StripeAuthenticationError || error instanceof errors.StripePermissionError

/** A key that was used with other parameters belongs to an earlier call, which may have had an effect. */
const isUndecided = (error: StripeError): boolean =>
  error instanceof errors.StripeIdempotencyError ||
  error.code === 'idempotency_key_in_use' ||
  (error.statusCode ?? 500) >= 500

/** Translates errors of the SDK. Others are bugs of ours and stay unchanged. */
function toGatewayError(error: unknown, reach: Reach): unknown {
  if (!(error instanceof errors.StripeError)) return error
  if (error instanceof errors.StripeConnectionError) return fromConnection(error, reach)
  if (error instanceof errors.StripeRateLimitError) {
    const details = rateLimitDetails(error.headers?.['retry-after'])
    return new GatewayError('unavailable', 'Stripe limits the calls.', details)
  }
  // Stripe's own message contains a part of the key.
  if (isRefusedKey(error))
    return new GatewayError('rejected', 'Stripe does not accept the key.', {
      code: CREDENTIALS_REJECTED,
    })
  const message = redact(error.message)
  if (error instanceof errors.StripeCardError)
    return new GatewayError(kindOfRefusal(error), message, detailsOf(error))
  const kind = isUndecided(error) ? lostKind(reach) : 'rejected'
  return new GatewayError(kind, message, detailsOf(error))
}

export async function reading<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    throw toGatewayError(error, 'read')
  }
}

export async function writing<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    throw toGatewayError(error, 'write')
  }
}

/** Parameters of a charge that name its card. */
const CARD_PARAMS: ReadonlySet<string> = new Set(['customer', 'payment_method'])

/** Makes a call that charges a card. A card that Stripe doesn't know any more is refused permanently. */
export async function charging<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (error instanceof errors.StripeInvalidRequestError && CARD_PARAMS.has(error.param ?? ''))
      throw new GatewayError('hard_declined', redact(error.message), detailsOf(error))
    throw toGatewayError(error, 'write')
  }
}

/** Makes a call that succeeds too if its effect has happened already. */
export async function unlessGone(call: () => Promise<unknown>, ...codes: string[]): Promise<void> {
  try {
    await writing(call)
  } catch (error) {
    if (!isMissing(error) && !hasCode(error, ...codes)) throw error
  }
}
