import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { DAY_MS } from '@coffer/contract/durations'
import { afterAll, expect, it } from 'vitest'
import { INSTALLATION } from '../../../../test/gateways/gateway-drivers.ts'
import { startPayPalSimulator } from '../../../../test/gateways/paypal-simulator.ts'
import { createPayPal } from './paypal-gateway.ts'

const simulator = await startPayPalSimulator()
const { clientId, clientSecret, webhookId } = simulator
const gateway = createPayPal({
  url: simulator.url,
  isLive: false,
  installation: INSTALLATION,
  timeoutMs: 5000,
  now: simulator.clock.now,
  clientId,
  clientSecret,
  webhookId,
})
afterAll(async () => {
  await simulator.close()
  expect(simulator.violations).toEqual([])
})

const BODY = JSON.stringify({
  id: 'WH-1',
  event_type: 'PAYMENT.SALE.COMPLETED',
  resource: { id: 'SALE1', custom: `${INSTALLATION},checkout`, billing_agreement_id: 'I-1' },
})
const verify = (headers: Record<string, string>, body = BODY) =>
  gateway.verifyEvent(headers, Buffer.from(body))

it('8: verifies with the certificate of the configured server', async () => {
  await expect(verify(simulator.sign(BODY))).resolves.toMatchObject({
    externalId: 'WH-1',
    subject: { kind: 'subscription', externalId: 'I-1' },
  })
})

it.each([
  'https://paypal.com.evil.tld/cert.pem',
  'https://api.paypal.com.evil.tld/cert.pem',
  'http://api.paypal.com/cert.pem',
  'https://api.paypal.com:8443/cert.pem',
  'https://api.paypal.com@127.0.0.1/cert.pem',
  'https://127.0.0.1/cert.pem',
  'file:///etc/passwd',
  'nonsense',
])('8: rejects a certificate at %s', async url => {
  const headers = { ...simulator.sign(BODY), 'paypal-cert-url': url }
  await expect(verify(headers)).rejects.toMatchObject({ kind: 'rejected', code: 'signature' })
})

it('8: never fetches a certificate from another server', async () => {
  let count = 0
  const server = createServer((_, response) => {
    count += 1
    response.end()
  })
  await new Promise<void>(ready => server.listen(0, '127.0.0.1', ready))
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}/cert.pem`
  const headers = { ...simulator.sign(BODY), 'paypal-cert-url': url }
  await expect(verify(headers)).rejects.toMatchObject({ kind: 'rejected' })
  server.close()
  expect(count).toBe(0)
})

it('8: rejects an expired certificate', async () => {
  const now = simulator.clock.now()
  simulator.replaceCertificate(now - 30 * DAY_MS, now - DAY_MS)
  await expect(verify(simulator.sign(BODY))).rejects.toMatchObject({ code: 'signature' })
  simulator.replaceCertificate(now - DAY_MS, now + 365 * DAY_MS)
  await expect(verify(simulator.sign(BODY))).resolves.toMatchObject({ externalId: 'WH-1' })
})

it('8: asks PayPal with the bytes as they came if the certificate cannot be had', async () => {
  const odd = BODY.replace('{"id"', '{ "id"')
  const headers = simulator.sign(odd)
  const known = headers['paypal-cert-url']?.split('/').at(-1)
  // The same certificate under an address that serves nothing.
  const missing = { ...headers, 'paypal-cert-url': `${simulator.url}/gone/${known}` }
  await expect(verify(missing, odd)).resolves.toMatchObject({ externalId: 'WH-1' })
  await expect(verify(missing, BODY)).rejects.toMatchObject({ code: 'signature' })
})

it('8: rejects another algorithm, and the webhook of another installation', async () => {
  const headers = simulator.sign(BODY)
  await expect(verify({ ...headers, 'paypal-auth-algo': 'none' })).rejects.toMatchObject({
    kind: 'rejected',
  })
  await expect(verify(simulator.sign(BODY, 'ANOTHERWEBHOOK'))).rejects.toMatchObject({
    kind: 'rejected',
  })
})

it('a sale without its subscription leads to the payment', async () => {
  const { billing_agreement_id: _, ...resource } = JSON.parse(BODY).resource
  const body = JSON.stringify({ ...JSON.parse(BODY), resource })
  await expect(verify(simulator.sign(body), body)).resolves.toMatchObject({
    subject: { kind: 'payment', externalId: 'SALE1' },
  })
})
