// @vitest-environment jsdom
import type { BillingOverview } from '@coffer/contract/subscriptions'
import { act } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { click, settle, setUpRendering, show, stubCalls, useConfig } from '../../../test/render.tsx'
import { closePopup, popups } from '../../ui/popups/popup-store.ts'
import { PlanOffers } from './plan-offers.tsx'

setUpRendering()

const price = { amount: 1000, currency: 'EUR' }
const attributes = { name: 'Crew', interval: 'month', price, storage_bytes: null }
const billing = {
  subscription: null,
  pending_change: null,
  offers: [
    {
      plan: { id: 'p', attributes: { ...attributes, max_team_members: null } },
      exceeds: { bytes: 0, members: 0 },
      due_today: price,
      drivers: ['stripe', 'paypal'],
    },
  ],
} as unknown as BillingOverview

let calls: ReturnType<typeof stubCalls>
const onChange = vi.fn()
const buttons = () => [...document.querySelectorAll('button')]
const areDisabled = () => buttons().map(button => button.disabled)

beforeEach(async () => {
  await useConfig({})
  calls = stubCalls()
  onChange.mockReset()
  popups.set([])
  await show(<PlanOffers billing={billing} onChange={onChange} />)
  for (const button of buttons().slice(0, 1)) await click(button)
})

test('while one checkout is started no other one can be', async () => {
  expect(areDisabled()).toEqual([true, true])
  await calls[0]?.answer(503, {})
  expect(areDisabled()).toEqual([false, false])
  // The checkout may have been started.
  expect(onChange).toHaveBeenCalledOnce()
})

test('a checkout can be started again when the user stays on the page after all', async () => {
  const { setTimeout } = globalThis
  const longTimers: (() => void)[] = []
  vi.stubGlobal('setTimeout', (run: () => void, ms = 0) =>
    ms > 5000 ? longTimers.push(run) : setTimeout(run, ms),
  )
  await calls[0]?.answer(200, { data: { attributes: { url: '#gateway' } } })
  expect(areDisabled()).toEqual([true, true])
  await act(async () => {
    for (const run of longTimers) run()
  })
  expect(areDisabled()).toEqual([false, false])
})

test('no checkout can be started while the browser leaves for the page of the gateway', async () => {
  await calls[0]?.answer(200, { data: { attributes: { url: '#gateway' } } })
  expect(areDisabled()).toEqual([true, true])
  // The browser shows the page as it was left after Back.
  await act(async () => window.dispatchEvent(new PageTransitionEvent('pageshow')))
  await settle()
  expect(areDisabled()).toEqual([false, false])
  expect(onChange).toHaveBeenCalledOnce()
})

test('the plan cannot be changed again while the payment of a change is pending', async () => {
  const pending_change = { plan: 'Crew', action_url: null }
  await show(<PlanOffers billing={{ ...billing, pending_change }} onChange={onChange} />)
  expect(buttons()).toEqual([])
})

test('a plan is paid from the balance once its cost is confirmed', async () => {
  const offers = billing.offers.map(offer => ({ ...offer, drivers: ['system' as const] }))
  await show(<PlanOffers key="balance" billing={{ ...billing, offers }} onChange={onChange} />)
  calls.length = 0
  const [button] = buttons()
  expect(button?.textContent).toBe('billing.pay_from_balance')
  if (button) await click(button)
  const [question] = popups.get()
  expect([question?.title, calls]).toEqual(['billing.subscribe_title', []])
  await act(async () => closePopup(question?.id ?? 0, true))
  expect(calls).toMatchObject([{ method: 'POST', body: { plan: 'p', driver: 'system' } }])
  await calls[0]?.answer(201, { data: { attributes: { url: null } } })
  expect(onChange).toHaveBeenCalledOnce()
})
