import { DAY_MS } from '@coffer/contract/durations'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { invoiceMaker } from '../../../test/invoices.ts'
import { openPayPalShop } from '../../../test/paypal-shop.ts'
import { searched } from '../../../test/property.ts'
import { checkLedger } from '../ledger/index.ts'
import { syncLive } from '../subscriptions/index.ts'
import { collect } from './index.ts'

const shop = await openPayPalShop()
const {
  t,
  simulators,
  plan,
  sellPlan,
  subscribed,
  fund,
  hear,
  later,
  rows,
  paidBy,
  lossesOf,
  withdrawnFrom,
  owedBy,
  balance,
  readAgain,
  compare,
} = shop
const { paypal } = simulators
const { db } = t.deps
const invoices = invoiceMaker(t)

describe('case 70: PayPal takes a payment back without a dispute', () => {
  it('its invoice is due again, once, and reminders begin', async () => {
    const { user } = await subscribed(plan.id)
    const { externalId } = await paidBy(user)
    paypal.faults.events.repeat = 1
    paypal.reverse(externalId)
    await hear()
    await hear()
    await readAgain(user)
    expect(await lossesOf(user)).toMatchObject([
      { external_id: `reversal:${externalId}`, state: 'lost', amount: 1000 },
    ])
    expect(await rows('invoices', user.userId)).toMatchObject([{ state: 'open', paid: 0 }])
    expect([await owedBy(user), await withdrawnFrom(user)]).toEqual([1000, 1000])
    const open = await db
      .selectFrom('dunnings')
      .select('reason')
      .where('user_id', '=', user.userId)
      .where('resolved_at', 'is', null)
      .execute()
    expect(open).toEqual([{ reason: 'unpaid_invoice' }])
    expect(await compare()).toEqual([])
  })

  it('funds are taken from the balance, and an invoice that they have paid is due again', async () => {
    const { user } = await fund({ amount: 2000, currency: 'USD' })
    const { externalId } = await paidBy(user)
    const { id } = await invoices.open(user.userId, 500, { currency: 'USD' })
    await collect(t.deps, id)
    paypal.reverse(externalId)
    await hear()
    expect([await balance(user), await owedBy(user)]).toEqual([0, 500])
    expect(await rows('invoices', user.userId)).toMatchObject([{ state: 'open', paid: 0 }])
    expect(await compare()).toEqual([])
  })

  it('an invoice that was paid on a page of PayPal is due again', async () => {
    const user = await t.signIn()
    const { id } = await invoices.open(user.userId, 700, { currency: 'USD' })
    await fund({ amount: 700, currency: 'USD' }, { user })
    await t.runJobs()
    expect(await rows('invoices', user.userId)).toMatchObject([{ id, state: 'paid' }])
    paypal.reverse((await paidBy(user)).externalId)
    await hear()
    expect(await rows('invoices', user.userId)).toMatchObject([{ id, state: 'open', paid: 0 }])
    expect([await balance(user), await owedBy(user)]).toEqual([0, 700])
  })

  it('the payment of a change of plan is due again', async () => {
    const larger = await sellPlan({ amount: 3000, currency: 'USD' })
    const { user } = await subscribed(plan.id)
    await later(DAY_MS)
    const { body } = await shop.act(user, `swap/${larger.id}`)
    const swap = await db
      .selectFrom('checkouts')
      .select(['id', 'external_id'])
      .where('id', '=', body.checkout.id)
      .executeTakeFirstOrThrow()
    shop.pay('paypal', swap.external_id ?? '')
    await shop.returnFrom(user, swap.id)
    await hear()
    const { externalId, id } = await paidBy(user)
    const { amount } = await db
      .selectFrom('payments')
      .select('amount')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    paypal.reverse(externalId)
    await hear()
    expect([await owedBy(user), await withdrawnFrom(user)]).toEqual([amount, amount])
    expect(await compare()).toEqual([])
  })

  it.each(['subscription', 'funds'] as const)('it is booked without any event: %s', async kind => {
    const { user } =
      kind === 'funds' ? await fund({ amount: 1000, currency: 'USD' }) : await subscribed(plan.id)
    paypal.faults.events.drop = true
    paypal.reverse((await paidBy(user)).externalId)
    expect(await compare()).toEqual([])
    expect(await lossesOf(user)).toMatchObject([{ state: 'lost', amount: 1000 }])
    expect([await balance(user), await owedBy(user)]).toEqual([0, kind === 'funds' ? 0 : 1000])
  })

  it('a part of it is due again, and what a refund returned before is not', async () => {
    const { user } = await subscribed(plan.id)
    const { id, externalId } = await paidBy(user)
    const body = { amount: 300, reason: 'unhappy' }
    expect((await shop.asAdmin('POST', `/payments/${id}/refund`, body)).status).toBe(200)
    await hear()
    paypal.reverse(externalId, 200)
    await hear()
    expect(await lossesOf(user)).toMatchObject([{ state: 'lost', amount: 200 }])
    expect(await owedBy(user)).toBe(200)
    expect(await compare()).toEqual([])
  })

  it('a reversal that PayPal cancels returns to the balance, which pays the invoice', async () => {
    const { user } = await subscribed(plan.id)
    const { externalId } = await paidBy(user)
    paypal.reverse(externalId)
    await hear()
    expect(await owedBy(user)).toBe(1000)
    paypal.cancelReversal(externalId)
    expect(await compare()).toEqual([])
    expect(await lossesOf(user)).toMatchObject([{ state: 'won' }])
    expect([await owedBy(user), await balance(user)]).toEqual([0, 0])
    expect(await rows('invoices', user.userId)).toMatchObject([{ state: 'paid', paid: 1000 }])
  })
})

describe('case 70: a reversal and a dispute about the same payment count once', () => {
  const lost = (paymentId: string, amount?: number) => {
    const id = paypal.dispute(paymentId)
    return () => paypal.closeDispute(id, paymentId, 'lost', amount)
  }

  it('the dispute is lost after the reversal', async () => {
    const { user } = await subscribed(plan.id)
    const { externalId } = await paidBy(user)
    paypal.reverse(externalId)
    await hear()
    const decide = lost(externalId)
    await hear()
    decide()
    await hear()
    await readAgain(user)
    expect(await lossesOf(user)).toMatchObject([{ state: 'lost', amount: 1000 }])
    expect([await owedBy(user), await withdrawnFrom(user)]).toEqual([1000, 1000])
    expect(await compare()).toEqual([])
  })

  it('the dispute is open while its payment is reversed', async () => {
    const { user } = await subscribed(plan.id)
    const { externalId } = await paidBy(user)
    const decide = lost(externalId)
    await hear()
    paypal.reverse(externalId)
    await hear()
    expect([await owedBy(user), await compare()]).toEqual([0, []])
    decide()
    await hear()
    await readAgain(user)
    expect(await lossesOf(user)).toMatchObject([{ state: 'lost', amount: 1000 }])
    expect([await owedBy(user), await withdrawnFrom(user)]).toEqual([1000, 1000])
    expect(await compare()).toEqual([])
  })

  it('a dispute that takes a part leaves the rest paid', async () => {
    const { user } = await subscribed(plan.id)
    const decide = lost((await paidBy(user)).externalId, 300)
    await hear()
    expect(await lossesOf(user)).toMatchObject([{ state: 'open', amount: 1000 }])
    decide()
    await hear()
    await readAgain(user)
    expect(await lossesOf(user)).toMatchObject([{ state: 'lost', amount: 300 }])
    expect([await owedBy(user), await withdrawnFrom(user)]).toEqual([300, 300])
    expect(await compare()).toEqual([])
  })

  it('a reversal takes what a dispute about a part has left', async () => {
    const { user } = await subscribed(plan.id)
    const { externalId } = await paidBy(user)
    lost(externalId, 300)()
    await hear()
    await later(DAY_MS)
    paypal.reverse(externalId)
    await hear()
    expect(await lossesOf(user)).toMatchObject([{ amount: 300 }, { amount: 700 }])
    expect([await owedBy(user), await withdrawnFrom(user)]).toEqual([1000, 1000])
    expect(await compare()).toEqual([])
  })

  it('a reversal after a won dispute is booked, although both are read at once', async () => {
    const { user } = await subscribed(plan.id)
    const { externalId } = await paidBy(user)
    const id = paypal.dispute(externalId)
    await hear()
    paypal.faults.events.drop = true
    paypal.closeDispute(id, externalId, 'won')
    await later(DAY_MS)
    paypal.reverse(externalId)
    await later(DAY_MS)
    paypal.faults.events.drop = false
    await readAgain(user)
    expect([await owedBy(user), await withdrawnFrom(user)]).toEqual([1000, 1000])
    expect(await compare()).toEqual([])
  })

  it('a dispute that is won after the reversal returns the money', async () => {
    const { user } = await subscribed(plan.id)
    const { externalId } = await paidBy(user)
    paypal.reverse(externalId)
    await hear()
    const id = paypal.dispute(externalId)
    await hear()
    paypal.cancelReversal(externalId)
    paypal.closeDispute(id, externalId, 'won')
    await hear()
    await syncLive(t.deps)
    await t.runJobs()
    expect(await compare()).toEqual([])
    expect([await owedBy(user), await balance(user)]).toEqual([0, 0])
    expect(await rows('invoices', user.userId)).toMatchObject([{ state: 'paid', paid: 1000 }])
  })
})

/** A step in the life of a payment of 1000; its events may be lost. */
const step = fc.record({
  act: fc.constantFrom(
    'reverse 300',
    'reverse the rest',
    'dispute',
    'lose 500',
    'lose',
    'cancel',
    'repeat',
  ),
  isHeard: fc.boolean(),
  isCompared: fc.boolean(),
})

function stepsOn(paymentId: string) {
  // A payment is disputed once.
  let dispute: string | undefined
  let isDecided = false
  const lose = (amount?: number) => {
    if (dispute === undefined || isDecided) return
    paypal.closeDispute(dispute, paymentId, 'lost', amount)
    isDecided = true
  }
  return {
    'reverse 300': () => paypal.reverse(paymentId, 300),
    'reverse the rest': () => paypal.reverse(paymentId),
    dispute: () => {
      dispute ??= paypal.dispute(paymentId)
    },
    'lose 500': () => lose(500),
    lose: () => lose(),
    // PayPal sends no event of it, so only a reading shows which parts it has returned.
    cancel: async () => {
      if (dispute !== undefined) return
      await compare()
      paypal.cancelReversal(paymentId)
      await compare()
    },
    repeat: () => undefined,
    end: () => lose(),
  }
}

it('P1: reversals and disputes in any order are counted once, to the cent', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 7 }), async steps => {
      const { user } = await fund({ amount: 1000, currency: 'USD' })
      const { externalId } = await paidBy(user)
      const acts = stepsOn(externalId)
      for (const { act, isHeard, isCompared } of steps) {
        paypal.faults.events.drop = !isHeard
        await acts[act]()
        await hear()
        if (isCompared) await compare()
      }
      acts.end()
      expect(await compare()).toEqual([])
      const taken = paypal.reversed(externalId)
      const booked = (await lossesOf(user)).filter(({ state }) => state === 'lost')
      expect(booked.reduce((sum, { amount }) => sum + amount, 0)).toBe(taken)
      const returned = (await lossesOf(user)).filter(({ state }) => state === 'won')
      const withdrawn = returned.reduce((sum, { amount }) => sum + amount, taken)
      expect(await withdrawnFrom(user)).toBe(withdrawn)
      expect([await balance(user), await owedBy(user)]).toEqual([1000 - taken, 0])
      expect(await checkLedger(db)).toMatchObject({ isBalanced: true })
    }),
    searched(6),
  )
})
