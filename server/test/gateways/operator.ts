import type { SimulatedGateway, Simulators } from './simulators.ts'

type Send = (path: string, body?: object, method?: string) => Promise<Answer>
interface Answer {
  id?: string
  data?: { id: number }
}

async function send(
  url: string,
  {
    authorization,
    body,
    method = 'POST',
  }: { authorization: string; body?: object; method?: string },
): Promise<Answer> {
  const isForm = body instanceof URLSearchParams
  const response = await fetch(url, {
    method,
    headers: { authorization, ...(body && !isForm && { 'content-type': 'application/json' }) },
    ...(body && { body: isForm ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(text)
  return text === '' ? {} : JSON.parse(text)
}

/** Actions of the operator on the gateway's own site. */
const asOperator = {
  stripe:
    ({ url, secretKey }: Simulators['stripe']): Send =>
    (path, body, method) =>
      send(url + path, {
        authorization: `Bearer ${secretKey}`,
        ...(body && { body: new URLSearchParams(body as Record<string, string>) }),
        ...(method && { method }),
      }),
  paypal:
    ({ url, clientId, clientSecret }: Simulators['paypal']): Send =>
    async (path, body, method) => {
      const keys = Buffer.from(`${clientId}:${clientSecret}`).toString('base64')
      const { access_token } = (await send(`${url}/v1/oauth2/token`, {
        authorization: `Basic ${keys}`,
        body: new URLSearchParams({ grant_type: 'client_credentials' }),
      })) as { access_token: string }
      return send(url + path, {
        authorization: `Bearer ${access_token}`,
        ...(body && { body }),
        ...(method && { method }),
      })
    },
  paystack:
    ({ url, secretKey }: Simulators['paystack']): Send =>
    (path, body) =>
      send(url + path, { authorization: `Bearer ${secretKey}`, ...(body && { body }) }),
}

const refundOf: Record<
  SimulatedGateway,
  (payment: string, amount: number, isFund: boolean) => [path: string, body: object]
> = {
  stripe: (payment, amount) => ['/v1/refunds', { payment_intent: payment, amount: String(amount) }],
  paypal: (payment, amount, isFund) => {
    const value = (amount / 100).toFixed(2)
    return isFund
      ? [`/v2/payments/captures/${payment}/refund`, { amount: { value, currency_code: 'USD' } }]
      : [`/v1/payments/sale/${payment}/refund`, { amount: { total: value, currency: 'USD' } }]
  },
  paystack: (payment, amount) => ['/refund', { transaction: payment, amount }],
}

/** The operator of a shop, on the sites of its gateways. */
export function operatorOf<Name extends SimulatedGateway>(simulators: Pick<Simulators, Name>) {
  const call = <Of extends Name>(name: Of, ...request: Parameters<Send>) =>
    (asOperator[name] as (simulator: Simulators[Of]) => Send)(simulators[name])(...request)
  return {
    call,
    /** Reads a resource or list. */
    read: (name: Name, path: string): Promise<unknown> => call(name, path, undefined, 'GET'),
    /** Refunds a payment in USD, of a plan unless `isFund`. @returns the id of the refund */
    async refund(name: Name, payment: string, amount: number, isFund = false): Promise<string> {
      const { id, data } = await call(name, ...refundOf[name](payment, amount, isFund))
      return String(id ?? data?.id)
    },
  }
}
