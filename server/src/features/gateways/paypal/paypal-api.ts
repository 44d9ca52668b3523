import { createHash } from 'node:crypto'
import { z } from 'zod'
import { redact } from '../../../lib/redact.ts'
import { GatewayError, type GatewayErrorKind } from '../gateway.ts'
import { parseAnswer } from '../gateway-answers.ts'
import { CREDENTIALS_REJECTED, hasCode } from '../gateway-errors.ts'
import { createGatewayHttp, type GatewayAnswer, type GatewayHttp } from '../gateway-http.ts'
import type { PayPalOptions } from '../gateway-options.ts'

export interface PayPalContext {
  http: GatewayHttp
  options: PayPalOptions
}

const Problem = z.object({
  name: z.string().optional(),
  error: z.string().optional(),
  message: z.string().optional(),
  error_description: z.string().optional(),
  details: z.array(z.object({ issue: z.string().optional() })).optional(),
  links: z.array(z.object({ href: z.string(), rel: z.string() })).optional(),
})

const UNAUTHORIZED = 401

const KINDS: Record<string, GatewayErrorKind> = {
  INSTRUMENT_DECLINED: 'declined',
  TRANSACTION_REFUSED: 'declined',
  PAYER_CANNOT_PAY: 'hard_declined',
  PAYER_ACCOUNT_RESTRICTED: 'hard_declined',
  PAYER_ACCOUNT_LOCKED_OR_CLOSED: 'hard_declined',
  PAYER_ACTION_REQUIRED: 'action_required',
  PREVIOUS_REQUEST_IN_PROGRESS: 'unknown',
}

const MISSING_CODES = new Set(['RESOURCE_NOT_FOUND', 'INVALID_RESOURCE_ID', '404'])

function toError({ status, body }: GatewayAnswer): GatewayError {
  if (status === UNAUTHORIZED)
    return new GatewayError('rejected', 'PayPal does not accept the keys.', {
      code: CREDENTIALS_REJECTED,
    })
  const problem = Problem.safeParse(body).data ?? {}
  const code = problem.details?.[0]?.issue ?? problem.name ?? problem.error ?? String(status)
  const actionUrl = problem.links?.find(({ rel }) => rel === 'payer-action')?.href
  const message = problem.message ?? problem.error_description ?? `PayPal answered ${status}.`
  return new GatewayError(KINDS[code] ?? 'rejected', redact(message), {
    code,
    isMissing: MISSING_CODES.has(code),
    ...(actionUrl !== undefined && { actionUrl }),
  })
}

const Token = z.object({ access_token: z.string(), expires_in: z.number() })

interface StoredToken {
  value: string
  expiresAt: number
}

/** Access tokens by credentials; a lost one costs a call. */
const tokens = new Map<string, StoredToken>()
const MAX_TOKENS = 20
const SAFETY_MS = 60_000

const keyOf = ({ url, clientId, clientSecret }: PayPalOptions): string =>
  createHash('sha256').update(`${url} ${clientId} ${clientSecret}`).digest('base64url')

async function fetchToken(send: GatewayHttp, options: PayPalOptions): Promise<string> {
  const credentials = Buffer.from(`${options.clientId}:${options.clientSecret}`)
  const { body } = await send({
    method: 'POST',
    path: '/v1/oauth2/token',
    headers: {
      authorization: `Basic ${credentials.toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: 'grant_type=client_credentials',
    isRepeatable: true,
  })
  const token = parseAnswer(Token, body)
  if (tokens.size >= MAX_TOKENS) tokens.clear()
  const expiresAt = options.now() + token.expires_in * 1000 - SAFETY_MS
  tokens.set(keyOf(options), { value: token.access_token, expiresAt })
  return token.access_token
}

export function createPayPalContext(options: PayPalOptions): PayPalContext {
  const send = createGatewayHttp({ url: options.url, timeoutMs: options.timeoutMs, toError })
  const key = keyOf(options)
  const http: GatewayHttp = async call => {
    const stored = tokens.get(key)
    const known = stored && stored.expiresAt > options.now() ? stored.value : undefined
    const authorized = (token: string) => ({
      ...call,
      headers: {
        prefer: 'return=representation',
        ...call.headers,
        authorization: `Bearer ${token}`,
      },
    })
    try {
      return await send(authorized(known ?? (await fetchToken(send, options))))
    } catch (error) {
      // A token may be revoked before it expires.
      if (known === undefined || !hasCode(error, CREDENTIALS_REJECTED)) throw error
      tokens.delete(key)
      return send(authorized(await fetchToken(send, options)))
    }
  }
  return { http, options }
}

/** Our marks in PayPal's `custom_id`, which takes 127 characters of `A-Z a-z 0-9 - _ . ,`. */
export interface CustomId {
  installation: string
  reference: string
  planId: string | undefined
}

export const customIdOf = (
  { options }: PayPalContext,
  reference: string,
  planId?: string,
): string => [options.installation, reference, ...(planId ? [planId] : [])].join(',')

export function readCustomId(text: string | null | undefined): CustomId | undefined {
  const [installation, reference, planId] = (text ?? '').split(',')
  return installation && reference ? { installation, reference, planId } : undefined
}

export const isOurs = ({ options }: PayPalContext, custom: string | null | undefined): boolean =>
  readCustomId(custom)?.installation === options.installation

/** The parts of a call that PayPal performs once for each key. */
export const keyed = (key: string) => ({
  headers: { 'paypal-request-id': key },
  isRepeatable: true,
})

export const segment = (id: string): string => encodeURIComponent(id)
