import { z } from 'zod'
import { redact } from '../../../lib/redact.ts'
import { GatewayError } from '../gateway.ts'
import { CREDENTIALS_REJECTED } from '../gateway-errors.ts'
import { createGatewayHttp, type GatewayAnswer, type GatewayHttp } from '../gateway-http.ts'
import type { PaystackOptions } from '../gateway-options.ts'

export interface PaystackContext {
  http: GatewayHttp
  options: PaystackOptions
}

const Problem = z.object({ message: z.string().optional(), code: z.string().optional() })

/** Our code for a reference that was used before, which only the message shows. */
export const DUPLICATE = 'duplicate_reference'
export const NOT_FOUND = 'not_found'

/** A wrong key, or a server that the merchant's list of addresses leaves out. */
const REFUSED_KEYS: ReadonlySet<number> = new Set([401, 403])

function codeOf(status: number, message: string, code: string | undefined): string {
  if (/duplicate.*reference/i.test(message) || code === DUPLICATE) return DUPLICATE
  if (status === 404 || /reference not found/i.test(message)) return NOT_FOUND
  return code ?? String(status)
}

function toError({ status, body }: GatewayAnswer): GatewayError {
  if (REFUSED_KEYS.has(status))
    return new GatewayError('rejected', 'Paystack does not accept the key or the address.', {
      code: CREDENTIALS_REJECTED,
    })
  const { data } = Problem.safeParse(body)
  const message = data?.message ?? `Paystack answered ${status}.`
  const code = codeOf(status, message, data?.code)
  return new GatewayError('rejected', redact(message), { code, isMissing: code === NOT_FOUND })
}

export function createPaystackContext(options: PaystackOptions): PaystackContext {
  const send = createGatewayHttp({ url: options.url, timeoutMs: options.timeoutMs, toError })
  const authorization = `Bearer ${options.secretKey}`
  const http: GatewayHttp = call => send({ ...call, headers: { ...call.headers, authorization } })
  return { http, options }
}

const Metadata = z.object({
  installation: z.string(),
  reference: z.string(),
  kind: z.enum(['checkout', 'charge']),
})
export type PaystackMetadata = z.infer<typeof Metadata>

/** Metadata comes back as an object or as text, and as "" or 0 without any. */
export function metadataOf(value: unknown): PaystackMetadata | undefined {
  if (typeof value !== 'string') return Metadata.safeParse(value).data
  try {
    return Metadata.safeParse(JSON.parse(value)).data
  } catch {
    return undefined
  }
}

const Authorization = z.object({
  authorization_code: z.string(),
  last4: z.string().nullish(),
  exp_month: z.string().nullish(),
  exp_year: z.string().nullish(),
  channel: z.string().nullish(),
  brand: z.string().nullish(),
  reusable: z.boolean().nullish(),
  signature: z.string().nullish(),
})

/** Numbers come as text in some events. */
const WireNumber = z.union([z.number(), z.string()])

export const Transaction = z.object({
  id: z.number(),
  domain: z.string(),
  status: z.string(),
  reference: z.string(),
  amount: WireNumber,
  currency: z.string(),
  gateway_response: z.string().nullish(),
  paid_at: z.string().nullish(),
  created_at: z.string().nullish(),
  transaction_date: z.string().nullish(),
  metadata: z.unknown().optional(),
  authorization: z.unknown().optional(),
  customer: z.object({ email: z.string().nullish() }).nullish(),
})
export type Transaction = z.infer<typeof Transaction>

export const savedCardOf = ({ authorization }: Transaction) => {
  const { data } = Authorization.safeParse(authorization)
  return data?.reusable ? data : undefined
}

export const Refund = z.object({
  id: z.number(),
  status: z.string(),
  amount: WireNumber,
  currency: z.string(),
  merchant_note: z.string().nullish(),
  transaction: z.union([z.number(), z.object({ id: z.number() })]).nullish(),
  /** In lists only. */
  transaction_reference: z.string().nullish(),
  /** The lost dispute that it pays out. */
  dispute: z.unknown().optional(),
  createdAt: z.string().nullish(),
  created_at: z.string().nullish(),
})
export type Refund = z.infer<typeof Refund>

/** Disputes that are archived lack amount and currency. */
export const Dispute = z.object({
  id: z.number(),
  refund_amount: WireNumber.nullish(),
  currency: z.string().nullish(),
  status: z.string(),
  resolution: z.string().nullish(),
  transaction: z.object({
    id: z.number(),
    reference: z.string(),
    amount: WireNumber,
    currency: z.string(),
  }),
  createdAt: z.string().nullish(),
})
export type Dispute = z.infer<typeof Dispute>

export const of = <S extends z.ZodType>(data: S) => z.object({ data })
export const listOf = <S extends z.ZodType>(item: S) =>
  z.object({ data: z.array(item), meta: z.object({ pageCount: z.number() }).optional() })
