// @vitest-environment jsdom
import type { BillingOverview, PaymentMethod } from '@coffer/contract/subscriptions'
import i18next from 'i18next'
import { act } from 'react'
import { beforeEach, expect, test } from 'vitest'
import {
  click,
  find,
  queries,
  setUpRendering,
  show,
  stubCalls,
  useConfig,
  useLanguage,
} from '../../../test/render.tsx'
import { closePopup, popups } from '../../ui/popups/popup-store.ts'
import { CardList, Cards } from './cards.tsx'
import { billingQuery } from './subscriptions.api.ts'

setUpRendering()

const card: PaymentMethod = {
  id: 'c',
  driver: 'stripe',
  kind: 'card',
  brand: 'visa',
  last4: '4242',
  expires_at: null,
  is_default: true,
  needs_attention: null,
}

let calls: ReturnType<typeof stubCalls>
const button = () => find('button') as HTMLButtonElement
const isStale = () => queries.getQueryState(billingQuery.queryKey)?.isInvalidated

/** Clicks the button and answers its question. */
async function askToRemove(isAgreed: boolean): Promise<void> {
  await click(button())
  const [question] = popups.get()
  expect(question?.title).toBe('billing.card_remove_title')
  await act(async () => closePopup(question?.id ?? 0, isAgreed))
}

beforeEach(async () => {
  await useConfig({})
  calls = stubCalls()
  popups.set([])
  queries.setQueryData(billingQuery.queryKey, {} as never)
  await show(<CardList cards={[card]} />)
  calls.length = 0
})

test('a card is removed once that is confirmed', async () => {
  expect(button().getAttribute('aria-label')).toBe('billing.card_remove')
  await askToRemove(true)
  expect(calls).toMatchObject([
    { method: 'DELETE', path: expect.stringMatching(/\/subscriptions\/payment-methods\/c$/) },
  ])
  expect(button().disabled).toBe(true)
  await calls[0]?.answer(204, null)
  expect([button().disabled, isStale()]).toEqual([false, true])
  expect(popups.get()).toEqual([])
})

test('a card that is kept is not removed', async () => {
  await askToRemove(false)
  expect([calls, button().disabled]).toEqual([[], false])
})

test('a failure is shown, and the card can be removed again', async () => {
  await askToRemove(true)
  await calls[0]?.answer(409, { code: 'payment_method.in_use', title: 'In use', status: 409 })
  expect(popups.get()).toMatchObject([{ title: expect.any(String) }])
  expect([button().disabled, isStale()]).toEqual([false, true])
})

test('the page that saves a card is requested once', async () => {
  await show(<Cards billing={{ methods: [], drivers: ['stripe'] } as unknown as BillingOverview} />)
  calls.length = 0
  await click(button())
  await click(button())
  expect(calls).toHaveLength(1)
})

test.each([
  ['visa', 'Visa'],
  ['amex', 'American Express'],
  ['verve', 'Verve'],
  ['a brand of tomorrow', 'A brand of tomorrow'],
  [null, ''],
])('the brand %s is shown as %s', async (brand, shown) => {
  await useLanguage('en')
  i18next.addResourceBundle('en', 'translation', {
    'billing.card': '{{brand}} •••• {{last4}}',
    'billing.card_remove': 'Remove card {{card}}',
  })
  await show(<CardList cards={[{ ...card, brand }]} />)
  const name = `${shown} •••• 4242`.trim()
  expect(find('p').textContent).toBe(name)
  expect(button().getAttribute('aria-label')).toBe(`Remove card ${name}`)
})
