import { DAY_MS } from '@coffer/contract/durations'
import { listOwnTransactions, type Transaction } from '@coffer/contract/transactions'
import { describe, expect, it } from 'vitest'
import { operatorOf } from '../../../test/gateways/operator.ts'
import { openPayPalShop } from '../../../test/paypal-shop.ts'
import type { TestClient } from '../../../test/test-client.ts'
import { readBilling } from '../billing-figures/index.ts'

const shop = await openPayPalShop()
const {
  t,
  simulators,
  plan,
  subscribed,
  fund,
  hear,
  later,
  paidBy,
  lossesOf,
  withdrawnFrom,
  owedBy,
  balance,
  readAgain,
  compare,
} = shop
const { paypal } = simulators
const operator = operatorOf(simulators)

/** The reversals in the user's own list of transactions, the oldest first. */
const reversalsListedFor = async (user: TestClient) => {
  const { body } = await (await t.signInAgain(user)).call(listOwnTransactions, {
    query: { sort: 'created_at', direction: 'asc' },
  })
  const listed: Transaction[] = body.data
  return listed
    .filter(({ attributes }) => attributes.note === 'Payment reversed by the gateway')
    .map(({ attributes: { type, amount, driver, reference } }) => ({
      type,
      amount,
      driver,
      reference,
    }))
}
const nextMonth = async () => {
  const today = t.deps.now()
  const month = Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + 1, 2)
  await later(month - today.getTime())
}
/** Revenue of the current month. */
const revenue = async () => {
  const { figures } = await readBilling(t.deps, { subscription_type: 'fixed' })
  return figures.find(({ currency }) => currency === 'USD')?.revenue ?? 0
}

describe('case 70: PayPal takes a payment again', () => {
  const reversedAndReturned = async (amount: number) => {
    const { user } = await subscribed(plan.id)
    const { externalId } = await paidBy(user)
    paypal.reverse(externalId, amount)
    await hear()
    paypal.cancelReversal(externalId)
    expect(await compare()).toEqual([])
    expect([await owedBy(user), await balance(user)]).toEqual([0, 0])
    return { user, externalId }
  }

  it.each([1000, 300])('after a reversal of %s that was cancelled', async amount => {
    const { user, externalId } = await reversedAndReturned(amount)
    paypal.reverse(externalId, 400)
    await hear()
    await readAgain(user)
    expect([await owedBy(user), await withdrawnFrom(user)]).toEqual([400, amount + 400])
    expect(await compare()).toEqual([])
    paypal.cancelReversal(externalId)
    expect(await compare()).toEqual([])
    expect([await owedBy(user), await balance(user)]).toEqual([0, 0])
    paypal.reverse(externalId)
    await hear()
    expect(await compare()).toEqual([])
    expect([await owedBy(user), await withdrawnFrom(user)]).toEqual([1000, amount + 1400])
  })

  it('without any event', async () => {
    const { user, externalId } = await reversedAndReturned(300)
    paypal.faults.events.drop = true
    paypal.reverse(externalId, 300)
    expect(await compare()).toEqual([])
    expect([await owedBy(user), await withdrawnFrom(user)]).toEqual([300, 600])
  })

  it('in parts, the first of which PayPal no longer lists', async () => {
    const { user } = await fund({ amount: 1000, currency: 'USD' })
    const { externalId } = await paidBy(user)
    paypal.reverse(externalId, 300)
    await hear()
    await later(20 * DAY_MS)
    paypal.reverse(externalId, 200)
    await hear()
    await later(20 * DAY_MS)
    paypal.reverse(externalId, 100)
    await hear()
    expect(await compare()).toEqual([])
    expect(await balance(user)).toBe(400)
    paypal.reverse(externalId)
    await hear()
    expect(await compare()).toEqual([])
    expect(await balance(user)).toBe(0)
  })
})

describe('case 70: PayPal cancels a reversal', () => {
  it('after the time for which it lists events', async () => {
    const { user } = await fund({ amount: 1000, currency: 'USD' })
    const { externalId } = await paidBy(user)
    paypal.reverse(externalId)
    await hear()
    await later(40 * DAY_MS)
    paypal.cancelReversal(externalId)
    expect(await compare()).toEqual([])
    expect([await balance(user), await lossesOf(user)]).toMatchObject([1000, [{ state: 'won' }]])
  })

  it.each([
    ['the same', 'funds'],
    ['the same', 'plan'],
    ['a later', 'funds'],
  ])('in %s month, which is listed and counted once: %s', async (month, kind) => {
    await nextMonth()
    const { user } =
      kind === 'funds' ? await fund({ amount: 1000, currency: 'USD' }) : await subscribed(plan.id)
    const before = await revenue()
    const { externalId } = await paidBy(user)
    paypal.reverse(externalId, 400)
    await hear()
    expect(await revenue()).toBe(before - 400)
    if (month === 'a later') await nextMonth()
    paypal.cancelReversal(externalId)
    await hear()
    expect(await compare()).toEqual([])
    expect(await revenue()).toBe(month === 'a later' ? 400 : before)
    expect(await reversalsListedFor(user)).toEqual([
      { type: 'withdrawal', amount: 400, driver: 'paypal', reference: externalId },
      { type: 'credit', amount: 400, driver: 'paypal', reference: externalId },
    ])
  })

  it.each([300, 1000])('and %s are refunded before we know', async amount => {
    const { user } = await fund({ amount: 1000, currency: 'USD' })
    const { externalId } = await paidBy(user)
    paypal.reverse(externalId)
    await hear()
    await later(DAY_MS)
    paypal.cancelReversal(externalId)
    await operator.refund('paypal', externalId, amount, true)
    await hear()
    expect(await compare()).toEqual([])
    expect([await balance(user), await owedBy(user)]).toEqual([1000 - amount, 0])
    expect(await lossesOf(user)).toMatchObject([{ state: 'won' }])
  })

  it('and a part of the payment is refunded afterwards', async () => {
    const { user } = await fund({ amount: 1000, currency: 'USD' })
    const { externalId } = await paidBy(user)
    paypal.reverse(externalId, 400)
    await hear()
    paypal.cancelReversal(externalId)
    await compare()
    await operator.refund('paypal', externalId, 300, true)
    await hear()
    expect(await compare()).toEqual([])
    expect([await balance(user), await owedBy(user)]).toEqual([700, 0])
  })

  it.each([
    [0, 'funds'],
    [0, 'plan'],
    [40, 'funds'],
  ])('that took what a refund had left, %s days later, of %s', async (days, kind) => {
    const isFund = kind === 'funds'
    const { user } = isFund
      ? await fund({ amount: 1000, currency: 'USD' })
      : await subscribed(plan.id)
    const { externalId } = await paidBy(user)
    await operator.refund('paypal', externalId, 300, isFund)
    await hear()
    paypal.reverse(externalId)
    await hear()
    await later(days * DAY_MS)
    paypal.cancelReversal(externalId)
    expect(await compare()).toEqual([])
    expect(await lossesOf(user)).toMatchObject([{ state: 'won', amount: 700 }])
    expect([await balance(user), await owedBy(user)]).toEqual([isFund ? 700 : 0, 0])
  })

  it('that took what a refund had left, and takes a part of it again', async () => {
    const { user } = await fund({ amount: 1000, currency: 'USD' })
    const { externalId } = await paidBy(user)
    await operator.refund('paypal', externalId, 300, true)
    await hear()
    paypal.reverse(externalId)
    await hear()
    await later(DAY_MS)
    paypal.cancelReversal(externalId)
    paypal.reverse(externalId, 400)
    await hear()
    expect(await compare()).toEqual([])
    expect(await balance(user)).toBe(300)
    paypal.cancelReversal(externalId)
    paypal.reverse(externalId)
    await hear()
    expect(await compare()).toEqual([])
    expect(await balance(user)).toBe(0)
  })
})
