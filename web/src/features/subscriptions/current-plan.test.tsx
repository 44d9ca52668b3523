// @vitest-environment jsdom
import type { BillingOverview } from '@coffer/contract/subscriptions'
import { act } from 'react'
import { expect, test, vi } from 'vitest'
import { click, find, setUpRendering, show, stubCalls } from '../../../test/render.tsx'
import { closePopup, popups } from '../../ui/popups/popup-store.ts'
import { CurrentPlan } from './current-plan.tsx'

setUpRendering()

const billing = {
  subscription: {
    attributes: { name: 'Solo', status: 'active', payment_state: 'ok', price: null },
    relationships: { plan: { data: { attributes: { interval: 'month' } } } },
  },
  usage: { used_bytes: 0, capacity_bytes: null, members: 0, max_members: null },
} as unknown as BillingOverview

test('a change of plan is shown until its payment is confirmed', async () => {
  const pending_change = { plan: 'Crew', action_url: 'https://bank.example/' }
  await show(<CurrentPlan billing={{ ...billing, pending_change }} onChange={() => {}} />)
  expect(find('[role=status]').textContent).toContain('billing.change_pending')
  expect(find('[role=status] a').getAttribute('href')).toBe('https://bank.example/')
  await show(<CurrentPlan billing={{ ...billing, pending_change: null }} onChange={() => {}} />)
  expect(document.querySelector('[role=status]')).toBeNull()
})

test('a failed payment leads to the card at its gateway, or to paying what is due here', async () => {
  const { subscription, ...rest } = billing
  const attributes = { ...subscription?.attributes, payment_state: 'past_due' }
  const pastDue = { ...rest, subscription: { ...subscription, attributes } } as BillingOverview
  await show(<CurrentPlan billing={{ ...pastDue, debts: [] }} onChange={() => {}} />)
  expect(find('[role=alert]').textContent).toContain('billing.past_due ')
  const debts = [{ amount: 1000, currency: 'EUR' }]
  await show(<CurrentPlan billing={{ ...pastDue, debts }} onChange={() => {}} />)
  expect(find('[role=alert]').textContent).toContain('billing.past_due_here')
})

test('the plan is read again after a cancellation that failed, as it may have been made', async () => {
  const calls = stubCalls()
  const onChange = vi.fn()
  const attributes = { ...billing.subscription?.attributes, period_ends_at: '2030-05-03T12:00:00Z' }
  const subscription = { ...billing.subscription, attributes } as BillingOverview['subscription']
  await show(<CurrentPlan billing={{ ...billing, subscription }} onChange={onChange} />)
  await click(find('button'))
  await act(async () => closePopup(popups.get()[0]?.id ?? 0, true))
  await calls[0]?.answer(500, {})
  expect(onChange).toHaveBeenCalledOnce()
})
