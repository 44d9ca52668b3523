// @vitest-environment jsdom
import type { ReactNode } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { setUpRendering, show, showHook, useConfig } from '../../../test/render.tsx'
import type { AdminCard } from '../../ui/admin-table/types.ts'
import {
  subscriberCard,
  subscriptionCard,
  useSubscriberColumns,
  useSubscriptionColumns,
} from './columns.tsx'

setUpRendering()
beforeEach(() => useConfig({}))

/** The parts of a list that both kinds of rows have. */
interface Use {
  columns: () => readonly { id: string; label: string; cell: (row: never) => ReactNode }[]
  cardOf: (row: never) => AdminCard
}

const row = {
  id: 's',
  attributes: { status: 'active', payment_state: 'ok', renews_at: '2031-05-03T12:00:00Z' },
  relationships: { user: { data: { attributes: { name: 'Ada Berg', email: 'ada@x.test' } } } },
} as never

const USES: [string, Use][] = [
  ['subscriptions', { columns: () => useSubscriptionColumns(), cardOf: subscriptionCard }],
  ['subscribers of a plan', { columns: () => useSubscriberColumns(), cardOf: subscriberCard }],
]

test.each(USES)('the table of %s says in its heading what happens on the date', async (_, use) => {
  const columns = (await showHook(use.columns))()
  const column = columns.find(({ id }) => id === 'renews')
  await show(<p>{column?.cell(row)}</p>)
  expect(column?.label).toBe('admin_plans.renews')
  expect(document.querySelector('p')?.textContent).toBe('May 3, 2031')
})

test.each(USES)('the card of %s says beside the date what happens', async (_, { cardOf }) => {
  await show(<p>{cardOf(row).endNote}</p>)
  expect(document.querySelector('p')?.textContent).toBe('admin_subscriptions.renews_on')
})
