// @vitest-environment jsdom
import type { Checkout } from '@coffer/contract/subscriptions'
import { beforeEach, expect, test } from 'vitest'
import { queries, setUpRendering, show, useConfig } from '../../../test/render.tsx'
import { CheckoutNotice } from './checkout-notice.tsx'
import { checkoutQuery } from './subscriptions.api.ts'

setUpRendering()
beforeEach(() => useConfig({}))

const PAGE = 'https://www.paypal.com/checkoutnow?token=1'
const checkout: Checkout['attributes'] = {
  purpose: 'fund',
  driver: 'paypal',
  state: 'open',
  reason: null,
  url: PAGE,
  is_refunded: false,
}

test.each([
  ['open', { reason: null }, false, 'billing.waiting', null],
  ['refused', { reason: 'INSTRUMENT_DECLINED' }, false, 'billing.refused', PAGE],
  ['refused before its page was closed', { reason: 'DECLINED' }, true, 'billing.refused', PAGE],
  [
    'expired after a refusal',
    { state: 'expired', reason: 'DECLINED', url: null },
    false,
    'billing.not_paid',
    null,
  ],
] as const)('the notice of a checkout that is %s', async (_, change, isClosed, text, link) => {
  queries.setQueryData(checkoutQuery('1').queryKey, { ...checkout, ...change })
  await show(<CheckoutNotice id="1" isClosed={isClosed} onPaid={() => undefined} />)
  expect(document.querySelector('[role=status]')?.textContent).toContain(text)
  expect(document.querySelector('a')?.getAttribute('href') ?? null).toBe(link)
})
