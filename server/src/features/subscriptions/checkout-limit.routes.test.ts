import { HOUR_MS } from '@coffer/contract/durations'
import { afterAll, expect, it } from 'vitest'
import { openShop } from '../../../test/subscriptions.ts'

const shop = await openShop('stripe')
const { t } = shop
afterAll(shop.close)

const PER_HOUR = 20
const calls = [
  ['fund', { driver: 'stripe', amount: 500, currency: 'USD' }],
  ['payment-methods', { driver: 'stripe' }],
] as const

it('limits the checkouts that a user opens in an hour, of any kind', async () => {
  const [user, other] = [await t.signIn(), await t.signIn()]
  const start = async (index: number, client = user) => {
    const [path, body] = calls[index % calls.length] ?? calls[0]
    return client.send('POST', `/api/subscriptions/${path}`, body)
  }
  for (let index = 0; index < PER_HOUR; index += 1) expect((await start(index)).status).toBe(201)
  for (const index of calls.keys())
    expect(await start(index)).toMatchObject({ status: 429, body: { code: 'request.too_many' } })
  expect((await start(0, other)).status).toBe(201)
  const rows = await t.deps.db
    .selectFrom('checkouts')
    .select('id')
    .where('user_id', '=', user.userId)
    .execute()
  expect(rows).toHaveLength(PER_HOUR)
  t.advance(HOUR_MS)
  expect((await start(0)).status).toBe(201)
})
