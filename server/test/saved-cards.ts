import { collect } from '../src/features/payments/index.ts'
import type { Card } from './gateways/shared/cards.ts'
import { invoiceMaker } from './invoices.ts'
import type { openShop } from './subscriptions.ts'
import type { TestApp } from './test-app.ts'
import type { TestClient } from './test-client.ts'

/** Gateways that charge a saved card without the user. */
export const CARD_GATEWAYS = ['stripe', 'paystack'] as const
export type CardGateway = (typeof CARD_GATEWAYS)[number]

/** The call that moves the money of a charge. */
export const CHARGE_CALL = {
  stripe: 'POST /v1/payment_intents/{id}/confirm',
  paystack: 'POST /transaction/charge_authorization',
} as const

const FIRST_PAYMENT = 5000

type Shop = Awaited<ReturnType<typeof openShop<CardGateway>>>

/** The id at its gateway of the card that a user saved last. */
export async function newestCardOf({ deps }: TestApp, { userId }: TestClient): Promise<string> {
  const { external_id } = await deps.db
    .selectFrom('payment_methods')
    .select('external_id')
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return external_id
}

/** Users with saved cards, and what they owe; all in USD, which both gateways take. */
export function savedCards(shop: Shop) {
  const { t, simulators } = shop
  const invoices = invoiceMaker(t)
  const invoiceOf = (id: string) =>
    t.deps.db.selectFrom('invoices').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const paymentsOf = (invoiceId: string) =>
    t.deps.db
      .selectFrom('payments')
      .selectAll()
      .where('invoice_id', '=', invoiceId)
      .where('gateway', '<>', 'system')
      .orderBy('created_at')
      .orderBy('attempt')
      .execute()
  /** Opens an invoice that is not collected yet. @returns its id */
  const owe = async ({ userId }: TestClient, total: number) =>
    (await invoices.open(userId, total, { currency: 'USD' })).id
  /** Bills an amount and collects it. @returns the invoice's id */
  const bill = async (user: TestClient, total: number) => {
    const id = await owe(user, total)
    await collect(t.deps, id)
    return id
  }
  /** Saves a card. Paystack does so with a payment, which an invoice uses up at once. */
  const save = async (user: TestClient, driver: CardGateway, card: Card = 'ok') => {
    const { externalId, id } =
      driver === 'stripe'
        ? await shop.openBy(user, 'payment-methods', { driver })
        : await shop.openBy(user, 'fund', { driver, amount: FIRST_PAYMENT, currency: 'USD' })
    shop.pay(driver, externalId)
    await shop.returnFrom(user, id)
    if (driver === 'paystack') await bill(user, FIRST_PAYMENT)
    await t.runJobs()
    if (card !== 'ok') await setCard(user, driver, card)
  }
  /** From now on the newest saved card behaves like this. */
  const setCard = async (user: TestClient, driver: CardGateway, card: Card) =>
    simulators[driver].setCard(await newestCardOf(t, user), card)
  return {
    invoiceOf,
    paymentsOf,
    owe,
    bill,
    save,
    setCard,
    /** A user with a saved card. */
    async cardholder(driver: CardGateway, card: Card = 'ok') {
      const user = await t.signIn()
      await save(user, driver, card)
      return user
    },
    /** The total that the gateway has charged, in minor units. */
    chargedAt: (driver: CardGateway, amount: number) =>
      simulators[driver]
        .payments()
        .filter(line => line.kind === 'payment' && line.state === 'succeeded')
        .filter(line => line.amount === amount).length,
  }
}
